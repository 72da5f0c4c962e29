import Media
import StageKit
import Synchronization

/// One track that is encoded by all encoders of a ladder. All rungs receive the same frames and force the same sync
/// samples.
final class LadderSession: EncodingSession {
    private let rungs: [RungFeed]
    /// Decides about sync samples for all rungs, so that they are the same.
    private let decider: ForcedKeyframes
    private let gate: TrackGate?
    private let heldLimit: Int

    init(_ rungs: [RungFeed], decider: ForcedKeyframes, gate: TrackGate?, heldLimit: Int = 512 << 20) {
        self.rungs = rungs
        self.decider = decider
        self.gate = gate
        self.heldLimit = heldLimit
    }

    /// Waits until a rung accepts a frame. Returns false if none will before other tracks have begun.
    func waitForRoom() async throws -> Bool {
        for rung in rungs where try await rung.canTake() { return true }
        return false
    }

    /// Passes a frame to all rungs. Rungs that wait for other tracks queue it.
    func push(_ frame: Frame) async throws {
        if rungs.allSatisfy({ !$0.session.boundaries.isAwaiting }) { decider.settle() }
        let forces = decider.mustForce(frame)
        for rung in rungs { try await rung.push(frame, forcingSync: forces) }
        if let gate, !gate.isOpen, rungs.contains(where: { $0.heldBytes > heldLimit }) { gate.openEarly() }
    }

    func end() { for rung in rungs { rung.end() } }

    func finish() async throws {
        for rung in rungs { rung.end() }
        // Rungs without queued frames finish first: the others may wait for their first samples.
        for rung in rungs.sorted(by: { $0.heldBytes < $1.heldBytes }) { try await rung.finish() }
    }

    func abandon(_ error: any Error) async { for rung in rungs { await rung.session.abandon(error) } }
}

/// The queue of frames for one rung.
final class RungFeed: Sendable {
    let session: EncoderSession
    private struct State {
        var held: [(frame: Frame, forces: Bool)] = []
        var heldBytes = 0
        var lastStep: Int64?
    }
    private let state = Mutex(State())
    /// The grid for reducing the frame rate; nil to encode all frames.
    private let steps: SegmentGrid?

    init(_ session: EncoderSession, rate: Ratio?) {
        self.session = session
        steps = rate.map {
            SegmentGrid(interval: MediaTime(value: Int64($0.denominator), timescale: $0.numerator))
        }
    }

    var heldBytes: Int { state.withLock { $0.heldBytes } }

    func canTake() async throws -> Bool {
        guard heldBytes == 0 else { return false }
        return try await session.waitForRoom()
    }

    func push(_ frame: Frame, forcingSync forces: Bool) async throws {
        guard takes(frame, forces) else { return }
        if heldBytes > 0 { try await release() }
        if heldBytes == 0, try await session.waitForRoom() { return try await give(frame, forces) }
        hold(frame, forces)
    }

    /// Signals the end of the stream.
    func end() { if heldBytes == 0 { session.end() } }

    func finish() async throws {
        for (frame, forces) in takeHeld() { try await give(frame, forces) }
        try await session.finish()
    }

    /// Passes queued frames to the encoder until it accepts no more.
    private func release() async throws {
        let waiting = takeHeld()
        for (index, (frame, forces)) in waiting.enumerated() {
            guard try await session.waitForRoom() else {
                for (frame, forces) in waiting[index...] { hold(frame, forces) }
                return
            }
            try await give(frame, forces)
        }
    }

    private func give(_ frame: Frame, _ forces: Bool) async throws {
        let forces = forces && (frame.mustBeSync || session.boundaries.answersRequests)
        if forces { session.boundaries.expect(frame) }
        try await session.feed.push(frame, forcingSync: forces)
    }

    /// Whether the rung encodes this frame: the first frame of each step of the grid, and each forced frame.
    private func takes(_ frame: Frame, _ forces: Bool) -> Bool {
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

    private func hold(_ frame: Frame, _ forces: Bool) {
        state.withLock { state in
            state.held.append((frame, forces))
            state.heldBytes += max(1, frame.content.byteCount)
        }
    }

    private func takeHeld() -> [(frame: Frame, forces: Bool)] {
        state.withLock { state in
            defer { (state.held, state.heldBytes) = ([], 0) }
            return state.held
        }
    }
}
