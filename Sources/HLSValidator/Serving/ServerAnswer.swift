import Foundation
import HLSRules

/// The response of a server.
struct ServerAnswer: Sendable {
    var exchange: ServerExchange
    /// The text of a playlist if it was requested; empty for media.
    var bytes: [UInt8]
    /// The final URL.
    var url: URL
}
