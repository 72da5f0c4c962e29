import StageKit

/// The program's receiver of published resources.
struct ResourceReceiver: Sendable {
    /// Receives a resource. Returns false when the program discards it.
    let receive: @Sendable (Resource) async throws -> Bool
    /// Marks the end of the resources.
    let end: @Sendable () -> Void
}
