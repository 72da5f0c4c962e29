import Media
import StageKit

/// One track that is encoded by all encoders of a ladder. All rungs receive the same frames and force the same sync
/// samples.
final class LadderTrackEncoder: TrackSession {
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

    func accepts(_ track: Track) -> Bool { rungs.allSatisfy { $0.session.accepts(track) } }

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
