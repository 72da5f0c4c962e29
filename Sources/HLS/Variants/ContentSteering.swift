/// The server that directs players to pathways (RFC 8216bis 4.4.6.6).
package struct ContentSteering: Sendable, Hashable {
    /// The URI of the steering manifest.
    package var serverURI: String
    /// The initial pathway; nil means `.`.
    package var pathwayID: String?
    package var unknownAttributes: [UnknownAttribute] = []

    package init(serverURI: String, pathwayID: String? = nil) {
        self.serverURI = serverURI
        self.pathwayID = pathwayID
    }
}
