/// The load of a server at one moment.
package struct ServerLoad: Sendable, Hashable {
    /// Open connections.
    package var connections: Int
    /// Requests held until their resource is published, by presentation.
    package var heldRequests: [String: Int]
}
