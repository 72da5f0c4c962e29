import Media
package import StageKit

/// The address and the name under which a stage serves a presentation.
package struct OriginEndpoint: Sendable, Hashable {
    let configuration: OriginServer.Configuration
    /// The first segment of the URL paths.
    package let name: String

    /// The IP address and port of the server.
    package var address: ListenAddress { configuration.listen }

    /// The URL of the presentation, for the port that the server listens on.
    package func url(port: UInt16) -> String {
        "http\(configuration.tls ? "s" : "")://\(address.urlAuthority(port))/\(name.percentEncoded())/"
    }

    /// Whether both can be served by one server: all options except the name are equal.
    package func hasEqualOptions(_ other: OriginEndpoint) -> Bool { configuration == other.configuration }
}
