import Media
import StageKit
import Synchronization

/// The queue of frames for one rung.
final class RungFeed: Sendable {
    let session: SingleTrackEncoder
    private struct State {
        var queue: [(frame: Frame, forces: Bool)] = []
        var queuedBytes = 0
        var lastStep: Int64?
    }
    private let state = Mutex(State())
    /// The grid for reducing the frame rate; nil to encode all frames.
    private let steps: SegmentGrid?

    init(_ session: SingleTrackEncoder, rate: Ratio?) {
        self.session = session
        steps = rate.map {
            SegmentGrid(interval: MediaTime(value: Int64($0.denominator), timescale: $0.numerator))
        }
    }

    var queuedBytes: Int { state.withLock { $0.queuedBytes } }

    func canAccept() async throws -> Bool {
        guard queuedBytes == 0 else { return false }
        return try await session.waitForSpace()
    }

    func push(_ frame: Frame, forcingSync forces: Bool) async throws {
        guard encodes(frame, forces) else { return }
        if queuedBytes > 0 { try await drainQueue() }
        if queuedBytes == 0, try await session.waitForSpace() { return try await encode(frame, forces) }
        enqueue(frame, forces)
    }

    /// Signals the end of the stream.
    func end() { if queuedBytes == 0 { session.end() } }

    func finish() async throws {
        for (frame, forces) in dequeueAll() { try await encode(frame, forces) }
        try await session.finish()
    }

    /// Passes queued frames to the encoder until it accepts no more.
    private func drainQueue() async throws {
        let waiting = dequeueAll()
        for (index, (frame, forces)) in waiting.enumerated() {
            guard try await session.waitForSpace() else {
                for (frame, forces) in waiting[index...] { enqueue(frame, forces) }
                return
            }
            try await encode(frame, forces)
        }
    }

    private func encode(_ frame: Frame, _ forces: Bool) async throws {
        let forces = forces && (frame.mustBeSync || session.boundaries.answersRequests)
        if forces { session.boundaries.expect(frame) }
        try await session.feed.push(frame, forcingSync: forces)
    }

    /// Whether the rung encodes this frame: the first frame of each step of the grid, and each forced frame.
    private func encodes(_ frame: Frame, _ forces: Bool) -> Bool {
        guard let steps else { return true }
        let end = frame.presentationTime + MediaTime(value: frame.duration, timescale: frame.timescale)
        session.feed.times.reach(end.nanoseconds)
        let step = steps.index(at: frame.presentationTime)
        return state.withLock { state in
            let isNew = state.lastStep.map { step > $0 } ?? true
            guard isNew || forces || frame.mustBeSync else { return false }
            state.lastStep = step
            return true
        }
    }

    private func enqueue(_ frame: Frame, _ forces: Bool) {
        state.withLock { state in
            state.queue.append((frame, forces))
            state.queuedBytes += max(1, frame.content.byteCount)
        }
    }

    private func dequeueAll() -> [(frame: Frame, forces: Bool)] {
        state.withLock { state in
            defer { (state.queue, state.queuedBytes) = ([], 0) }
            return state.queue
        }
    }
}
