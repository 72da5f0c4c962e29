import CGStreamer
import CGStreamerLibraries
import StageKit
import Synchronization

/// Pushes buffers to an appsrc without copying, and waits while it is full.
final class BufferFeed: @unchecked Sendable {
    // Safe because only one task pushes, and a lock protects the state that its callback uses.
    private let source: PipelineElement
    private let pipeline: ElementPipeline
    private let space: QueueSpace
    private let capacity: Int
    private var caps: FrameCaps?
    /// Whether a buffer was pushed.
    private(set) var hasPushed = false

    /// Feeds the appsrc with this name, which queues at most `capacity` buffers.
    init(_ pipeline: ElementPipeline, _ name: String, capacity: Int) {
        self.pipeline = pipeline
        self.capacity = capacity
        source = pipeline.element(name)
        let room = QueueSpace(watch: pipeline.watch)
        self.space = room
        for (property, value) in [
            ("format", "time"), ("max-bytes", "0"), ("max-buffers", "\(capacity)"), ("min-percent", "50"),
            ("emit-signals", "false"),
        ] {
            source.set(property, value)
        }
        sluice_gst_source_on(source.pointer, sourceHasSpace, Unmanaged.passRetained(room).toOpaque(), releaseOwner)
        pipeline.outcome.onDecision { room.open() }
    }

    /// Sets the format of the following buffers if it changes.
    func setCaps(_ next: FrameCaps) {
        guard caps !== next else { return }
        if caps.map({ gst_caps_is_equal($0.pointer, next.pointer) == 0 }) ?? true {
            sluice_gst_source_set_caps(source.pointer, next.pointer)
        }
        caps = next
    }

    /// Enqueues a request for a sync sample at the frame with this running time, in nanoseconds.
    ///
    /// Encoders ignore requests without a time while they have not answered another one, which takes as long as their
    /// look-ahead.
    func forceKey(at time: Int64) { _ = sluice_gst_source_force_key(source.pointer, GstClockTime(max(0, time)), 0) }

    /// Pushes a buffer and takes ownership of its reference. Call ``waitForSpace(unless:)`` first.
    func push(_ buffer: UnsafeMutablePointer<GstBuffer>) {
        hasPushed = true
        _ = sluice_gst_source_push(source.pointer, buffer)
        pipeline.watch.recordProgress()
    }

    /// Pushes a buffer with a segment that begins at `start`, in nanoseconds, and takes ownership of its reference.
    ///
    /// Decoders drop or clip output before the segment. The segment has no end: an appsrc would treat the first buffer
    /// presented after it as the last one, although buffers presented earlier may follow.
    func push(_ buffer: UnsafeMutablePointer<GstBuffer>, segment start: Int64) {
        hasPushed = true
        _ = sluice_gst_source_push_in_segment(source.pointer, buffer, caps?.pointer, GstClockTime(max(0, start)))
        pipeline.watch.recordProgress()
    }

    /// Signals the end of the stream.
    func end() { _ = sluice_gst_source_end(source.pointer) }

    /// Waits until the queue has space. Returns false as soon as `isPointless` returns true; it is evaluated again
    /// after ``wake()``.
    ///
    /// Throws ``OutputClosed`` when the output of the pipeline is no longer accepted.
    func waitForSpace(unless isPointless: () -> Bool = { false }) async throws -> Bool {
        while level >= capacity, !pipeline.outcome.isDecided {
            if isPointless() { return false }
            await space.wait { [self] in level < capacity || pipeline.outcome.isDecided || isPointless() }
        }
        guard pipeline.outcome.isDecided else { return true }
        throw pipeline.outcome.failure ?? OutputClosed()
    }

    /// Makes a waiting ``waitForSpace(unless:)`` check its conditions again.
    func wake() { space.open() }

    private var level: Int { Int(clamping: sluice_gst_source_level(source.pointer)) }
}

/// Suspends the task that waits for space in the queue.
///
/// Hang detection is enabled only until the elements have made space: they are not responsible for when the task
/// resumes.
private final class QueueSpace: Sendable {
    private let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)
    private let watch: HangDetector

    init(watch: HangDetector) { self.watch = watch }

    /// Waits for a call of `open`, unless there is space already.
    func wait(unless hasSpace: () -> Bool) async {
        await withCheckedContinuation { continuation in
            watch.arm()
            waiting.withLock { $0 = continuation }
            // The elements may have made space between the check and this call.
            if hasSpace() { open() }
        }
    }

    func open() {
        watch.recordProgress()
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        guard let continuation else { return }
        watch.disarm()
        continuation.resume()
    }
}

private func sourceHasSpace(
    _ source: UnsafeMutablePointer<GstAppSrc>?, _ count: guint, _ owner: UnsafeMutableRawPointer?
) {
    guard let owner else { return }
    Unmanaged<QueueSpace>.fromOpaque(owner).takeUnretainedValue().open()
}
