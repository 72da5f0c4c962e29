package import HTTPStages

/// The TCP address and token of an admin listener.
package struct AdminConfiguration: Sendable {
    /// The address to listen on; nil for the Unix socket only.
    package var address: ListenAddress?
    /// The bearer token that requests over TCP must present; empty if none is required.
    package var token: String
    /// The path of the Unix socket; nil for none.
    package var socket: String?

    package init(address: ListenAddress? = nil, token: String = "", socket: String? = nil) {
        (self.address, self.token, self.socket) = (address, token, socket)
    }

    /// The minimum length of a token, in characters.
    package static let minimumTokenLength = 16

    /// The reason why the configuration is rejected; nil if it is valid.
    package var problem: String? {
        if !token.isEmpty {
            if token.utf8.count < Self.minimumTokenLength {
                return "the token has fewer than \(Self.minimumTokenLength) characters; 'openssl rand -hex 32' "
                    + "generates one"
            }
            if token.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) {
                return "the token contains a character that is not allowed in a header field"
            }
        }
        guard let address, token.isEmpty, !address.isLoopback else { return nil }
        return "a token is required to listen on \(address.optionText), which other machines can reach"
    }
}
