/// Suspends a task until the task is cancelled.
final class CancellationGate: Sendable {
    private let gate = Gate()
    /// Whether the gate suspends tasks.
    let isArmed = Arrival()
    /// Whether a task is suspended.
    let isSuspending = Arrival()

    func suspendUntilCancelled() async throws {
        guard isArmed.hasArrived else { return }
        isSuspending.arrive()
        try await gate.pass()
    }
}
