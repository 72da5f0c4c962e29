/// The connection of a run to the presentations that earlier runs of its pipeline left in shared servers.
package struct PresentationContinuation: Sendable {
    /// Whether the run continues from the records in the server; false if another sink has a journal on disk.
    let resumesFromServer: Bool
    /// Whether a later run continues the presentations.
    let hasSuccessor: Bool

    /// Creates the connection of a run whose presentations a later run continues.
    package init(resumesFromServer: Bool) { self.init(resumesFromServer: resumesFromServer, hasSuccessor: true) }

    private init(resumesFromServer: Bool, hasSuccessor: Bool) {
        (self.resumesFromServer, self.hasSuccessor) = (resumesFromServer, hasSuccessor)
    }

    /// The connection of a run outside a service.
    static let none = PresentationContinuation(resumesFromServer: true, hasSuccessor: false)
}
