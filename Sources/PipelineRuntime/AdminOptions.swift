package import StageKit

/// The TCP address and token of an admin listener: the value of `admin` in a pipeline file or service file.
package struct AdminOptions: OptionMapping, Hashable {
    package var address = ListenAddress()
    package var token = Secret()

    package init() {}

    package static var fields: [OptionField<AdminOptions>] {
        [
            .required("address", \.address, "IP address and port of the admin listener."),
            .option("token", \.token, "Bearer token of requests; required unless the address is a loopback address."),
        ]
    }

    /// The minimum length of a token, in characters.
    package static let minimumTokenLength = 16

    package var contradiction: (message: String, expected: String)? {
        guard !token.isEmpty else {
            guard !address.isLoopback else { return nil }
            return (
                "a token is required to listen on \(address.optionText), which other machines can reach",
                "a token, or a loopback address such as 127.0.0.1:\(address.port)"
            )
        }
        guard token.value.utf8.count >= Self.minimumTokenLength else {
            return (
                "the token has fewer than \(Self.minimumTokenLength) characters",
                "a token such as 'openssl rand -hex 32' generates"
            )
        }
        guard token.value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return (
                "the token contains a character that is not allowed in a header field",
                "ASCII characters without spaces"
            )
        }
        return nil
    }
}
