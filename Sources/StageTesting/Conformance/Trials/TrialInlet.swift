import StageKit
import Synchronization

/// An inlet that supplies the input of a check in batches, and returns nil repeatedly after the end.
final class TrialInlet<Input: Payload>: Inlet {
    private struct State {
        var hasAnnounced = false
        var suppliedCount = 0
        var isEnded = false
        var receivesAfterEnd = 0
        var violation: StageConformance.Violation?
    }
    private let input: TrialInput<Input>?
    private let count: Int
    private let onSupply: @Sendable (Int) async throws -> Void
    private let state = Mutex(State())

    /// Creates an inlet with `count` payloads of an input, or without any messages if the input is nil. `onSupply`
    /// receives the number of payloads supplied so far, before each batch.
    init(_ input: TrialInput<Input>?, count: Int, onGiven: @escaping @Sendable (Int) async throws -> Void = { _ in }) {
        self.input = input
        self.count = count
        self.onSupply = onGiven
    }

    /// Whether the stage keeps calling `receive` after the end.
    var receivesForever: Bool { state.withLock { $0.receivesAfterEnd > 100 } }

    func receive() async throws -> [Message<Input>]? {
        try Task.checkCancellation()
        try await onSupply(state.withLock { $0.suppliedCount })
        let next: Range<Int>? = state.withLock { state in
            guard let input, !state.isEnded else {
                state.receivesAfterEnd += 1
                return nil
            }
            if !state.hasAnnounced, !input.tracks.isEmpty {
                state.hasAnnounced = true
                return 0..<0
            }
            let range = state.suppliedCount..<min(state.suppliedCount + 16, count)
            state.suppliedCount = range.upperBound
            if range.isEmpty { state.isEnded = true }
            return range.isEmpty && input.tracks.isEmpty ? nil : range
        }
        if receivesForever { throw CancellationError() }
        guard let input, let next else { return nil }
        if !next.isEmpty { return input.payloads(next) }
        return state.withLock { $0.isEnded } ? input.ends : input.announcements
    }

    func request(_ request: UpstreamRequest) {
        // A processor may pass on requests from below at any time.
        if request == .keyframe(at: nil) || request == .slowDown { return }
        state.withLock { state in
            let phase: TransformState =
                state.receivesAfterEnd > 0 ? .finishing : state.suppliedCount > 0 ? .running : .beforePayloads
            state.violation = state.violation ?? RequestRules.violation(request, phase)
        }
    }

    /// The first request in a state that does not permit it.
    var violation: StageConformance.Violation? { state.withLock { $0.violation } }
}
