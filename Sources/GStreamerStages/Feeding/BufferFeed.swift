import CGStreamer
import CGStreamerLibraries
import StageKit
import Synchronization

/// Puts buffers into an appsrc by reference and waits while it is full.
final class BufferFeed: @unchecked Sendable {
    // Safe because one task pushes, and what its callback touches is behind a lock.
    private let source: PipelineElement
    private let pipeline: ElementPipeline
    private let room: Room
    private let capacity: Int
    private var caps: FrameCaps?

    /// Feeds the appsrc of this name, at most `capacity` buffers ahead.
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

    /// Says the format of what is pushed next, where it changes.
    func setCaps(_ next: FrameCaps) {
        guard caps !== next else { return }
        if caps.map({ gst_caps_is_equal($0.pointer, next.pointer) == 0 }) ?? true {
            sluice_gst_source_set_caps(source.pointer, next.pointer)
        }
        caps = next
    }

    /// Puts a request for a sync sample in line.
    func forceKey() { _ = sluice_gst_source_force_key(source.pointer, 0) }

    /// Pushes a buffer and takes over its reference; wait for room before.
    func push(_ buffer: UnsafeMutablePointer<GstBuffer>) {
        _ = sluice_gst_source_push(source.pointer, buffer)
        pipeline.watch.note()
    }

    /// Pushes a buffer that belongs to a segment from `start` in nanoseconds; takes over its reference.
    ///
    /// Decoders drop and cut what lies before the segment. It has no end: an appsrc would take the first buffer that is
    /// presented behind it for the last one, although others that are presented before may follow.
    func push(_ buffer: UnsafeMutablePointer<GstBuffer>, segment start: Int64) {
        _ = sluice_gst_source_push_in_segment(source.pointer, buffer, caps?.pointer, GstClockTime(max(0, start)))
        pipeline.watch.note()
    }

    /// Nothing follows.
    func end() { _ = sluice_gst_source_end(source.pointer) }

    /// Waits until there is room; false as soon as `isPointless`, which has to be looked at again after ``wake()``.
    ///
    /// Throws ``OutputRefused`` when nobody takes what comes out of the pipeline.
    func waitForRoom(unless isPointless: () -> Bool = { false }) async throws -> Bool {
        while level >= capacity, !pipeline.outcome.isDecided {
            if isPointless() { return false }
            await room.wait { [self] in level < capacity || pipeline.outcome.isDecided || isPointless() }
        }
        guard pipeline.outcome.isDecided else { return true }
        throw pipeline.outcome.failure ?? OutputRefused()
    }

    /// Makes the task that waits for room look again.
    func wake() { room.open() }

    private var level: Int { Int(clamping: sluice_gst_source_level(source.pointer)) }
}

/// Nobody takes what a pipeline makes any more.
struct OutputRefused: Error {}

/// Wakes the task that waits for room.
///
/// The elements are watched only until they have made room: when the task runs after that is not theirs to answer for.
private final class Room: Sendable {
    private let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)
    private let watch: HangWatch

    init(watch: HangWatch) { self.watch = watch }

    /// Waits for a call of `open`, unless there is room already.
    func wait(unless hasRoom: () -> Bool) async {
        await withCheckedContinuation { continuation in
            watch.arm()
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
        guard let continuation else { return }
        watch.disarm()
        continuation.resume()
    }
}

private func roomInSource(
    _ source: UnsafeMutablePointer<GstAppSrc>?, _ count: guint, _ owner: UnsafeMutableRawPointer?
) {
    guard let owner else { return }
    Unmanaged<Room>.fromOpaque(owner).takeUnretainedValue().open()
}
