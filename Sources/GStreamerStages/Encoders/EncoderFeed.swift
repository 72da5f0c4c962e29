import CGStreamer
import CGStreamerLibraries
import Media
import StageKit
import Synchronization

/// Puts frames into an encoder's pipeline by reference and waits while it is full.
final class EncoderFeed: @unchecked Sendable {
    // Safe because one task pushes, and what its callback touches is behind a lock.
    private let source: PipelineElement
    private let pipeline: ElementPipeline
    private let room: Room
    private let capacity: Int
    private var caps: FrameCaps?
    /// How frame times follow from times inside the encoder.
    let times = FrameTimes()
    private var hasBegun = false

    /// Feeds the appsrc of this name, at most `capacity` frames ahead.
    init(_ pipeline: ElementPipeline, _ name: String, capacity: Int) {
        self.pipeline = pipeline
        self.capacity = capacity
        source = pipeline.element(name)
        let room = Room(watch: pipeline.watch)
        self.room = room
        for (property, value) in [
            ("format", "time"), ("max-bytes", "0"), ("max-buffers", "\(capacity)"), ("min-percent", "50"),
            ("emit-signals", "false"),
        ] {
            source.set(property, value)
        }
        sluice_gst_source_on(source.pointer, roomInSource, Unmanaged.passRetained(room).toOpaque(), releaseOwner)
        pipeline.outcome.onDecision { room.open() }
    }

    /// Pushes a frame; before it, in line, a request to code it as a sync sample.
    ///
    /// Throws ``OutputRefused`` when nobody takes what the encoder makes.
    func push(_ frame: Frame, forcingSync: Bool) async throws {
        guard let content = frame.content as? GStreamerFrame else {
            throw StageError(.unsupportedMedia, "frames of type \(type(of: frame.content)) cannot be encoded")
        }
        _ = try await waitForRoom()
        if caps !== content.caps {
            if caps.map({ gst_caps_is_equal($0.pointer, content.caps.pointer) == 0 }) ?? true {
                sluice_gst_source_set_caps(source.pointer, content.caps.pointer)
            }
            caps = content.caps
        }
        let buffer = buffer(content, at: frame.presentationTime.nanoseconds, of: frame)
        if forcingSync { _ = sluice_gst_source_force_key(source.pointer, 0) }
        _ = sluice_gst_source_push(source.pointer, buffer)
        pipeline.watch.note()
    }

    /// Nothing follows.
    func end() { _ = sluice_gst_source_end(source.pointer) }

    /// Waits until there is room; false as soon as `isPointless`, which has to be looked at again after ``wake()``.
    func waitForRoom(unless isPointless: () -> Bool = { false }) async throws -> Bool {
        if level >= capacity {
            pipeline.watch.arm()
            defer { pipeline.watch.disarm() }
            while level >= capacity, !pipeline.outcome.isDecided {
                if isPointless() { return false }
                await room.wait { [self] in level < capacity || pipeline.outcome.isDecided || isPointless() }
            }
        }
        guard pipeline.outcome.isDecided else { return true }
        throw pipeline.outcome.failure ?? OutputRefused()
    }

    /// Makes the task that waits for room look again.
    func wake() { room.open() }

    /// The buffer itself where it says the right time, otherwise another one around the same memory.
    private func buffer(_ content: GStreamerFrame, at time: Int64, of frame: Frame) -> UnsafeMutablePointer<GstBuffer> {
        let said = Int64(exactly: content.buffer.pointee.pts)
        if !hasBegun {
            hasBegun = true
            // Times inside may not be negative, and DTS may lie before the first one.
            times.set(bias: said.map { $0 - time } ?? max(0, -time) + 3_600_000_000_000)
        }
        let wanted = time + times.bias
        // A quarter of a tick at most, so that times come back to the same tick.
        if let said, abs(said - wanted) <= min(1000, 250_000_000 / Int64(frame.timescale)) {
            return gst_buffer_ref(content.buffer)
        }
        let duration = MediaTime(value: frame.duration, timescale: frame.timescale).nanoseconds
        return sluice_gst_buffer_at(content.buffer, GstClockTime(max(0, wanted)), GstClockTime(max(0, duration)))
    }

    private var level: Int { Int(clamping: sluice_gst_source_level(source.pointer)) }
}

/// Nobody takes what an encoder makes any more.
struct OutputRefused: Error {}

/// How much times inside an encoder are ahead of frame times, in nanoseconds; set by the first frame.
final class FrameTimes: Sendable {
    private let value = Atomic<Int64>(0)
    var bias: Int64 { value.load(ordering: .relaxed) }
    func set(bias: Int64) { value.store(bias, ordering: .relaxed) }
    /// The frame time that a running time inside the encoder stands for, in nanoseconds.
    func frameTime(_ runningTime: Int64) -> Int64 { runningTime - bias }
}

/// Wakes the task that waits for room.
private final class Room: Sendable {
    private let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)
    private let watch: HangWatch

    init(watch: HangWatch) { self.watch = watch }

    /// Waits for a call of `open`, unless there is room already.
    func wait(unless hasRoom: () -> Bool) async {
        await withCheckedContinuation { continuation in
            waiting.withLock { $0 = continuation }
            // Room may have come between looking and waiting.
            if hasRoom() { open() }
        }
    }

    func open() {
        watch.note()
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume()
    }
}

private func roomInSource(
    _ source: UnsafeMutablePointer<GstAppSrc>?, _ count: guint, _ owner: UnsafeMutableRawPointer?
) {
    guard let owner else { return }
    Unmanaged<Room>.fromOpaque(owner).takeUnretainedValue().open()
}
