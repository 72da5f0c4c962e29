import Media
import StageKit
import Synchronization

/// One track that is encoded by all encoders of a ladder. All rungs receive the same frames and force the same sync
/// samples.
final class LadderTrackEncoder: TrackEncoder {
    private let rungs: [RungFeed]
    /// Decides about sync samples for all rungs, so that they are the same.
    private let decider: ForcedKeyframes
    private let gate: TrackGate?
    private let queueLimit: Int

    init(_ rungs: [RungFeed], decider: ForcedKeyframes, gate: TrackGate?, heldLimit: Int = 512 << 20) {
        self.rungs = rungs
        self.decider = decider
        self.gate = gate
        self.queueLimit = heldLimit
    }

    /// Waits until a rung accepts a frame. Returns false if none will before other tracks have begun.
    func waitForSpace() async throws -> Bool {
        for rung in rungs where try await rung.canAccept() { return true }
        return false
    }

    /// Passes a frame to all rungs. Rungs that wait for other tracks queue it.
    func push(_ frame: Frame) async throws {
        if rungs.allSatisfy({ !$0.session.boundaries.isAwaiting }) { decider.clearExpected() }
        let forces = decider.mustForce(frame)
        for rung in rungs { try await rung.push(frame, forcingSync: forces) }
        if let gate, !gate.isOpen, rungs.contains(where: { $0.queuedBytes > queueLimit }) { gate.openEarly() }
    }

    func end() { for rung in rungs { rung.end() } }

    func finish() async throws {
        for rung in rungs { rung.end() }
        // Rungs without queued frames finish first: the others may wait for their first samples.
        for rung in rungs.sorted(by: { $0.queuedBytes < $1.queuedBytes }) { try await rung.finish() }
    }

    func abandon(_ error: any Error) async { for rung in rungs { await rung.session.abandon(error) } }
}

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
