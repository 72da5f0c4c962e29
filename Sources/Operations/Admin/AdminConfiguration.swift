package import PipelineRuntime

/// The addresses of an admin listener.
package struct AdminConfiguration: Sendable {
    /// The TCP address and token; nil for the Unix socket only.
    package var network: AdminOptions?
    /// The path of the Unix socket; nil for none.
    package var socket: String?

    package init(network: AdminOptions? = nil, socket: String? = nil) {
        (self.network, self.socket) = (network, socket)
    }
}
