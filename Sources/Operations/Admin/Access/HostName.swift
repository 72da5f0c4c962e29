import Glibc

/// The names that a client may use for a listener without a token.
///
/// With DNS rebinding, a page of another site makes its own host name resolve to this machine. It cannot use an IP
/// address or `localhost` for that.
enum HostName {
    /// Whether the value of a Host field is an IP address or `localhost`, with or without a port. Clients other than
    /// browsers may omit the field.
    static func isSafe(_ field: String?) -> Bool {
        guard let field else { return true }
        guard let host = host(of: field) else { return false }
        return host.lowercased() == "localhost" || isAddress(host)
    }

    /// Returns the host without its port and brackets; nil if the value is malformed.
    private static func host(of field: String) -> String? {
        if field.hasPrefix("[") {
            guard let end = field.firstIndex(of: "]") else { return nil }
            let rest = field[field.index(after: end)...]
            guard rest.isEmpty || isPort(rest) else { return nil }
            return String(field[field.index(after: field.startIndex)..<end])
        }
        guard let colon = field.firstIndex(of: ":") else { return field }
        return isPort(field[colon...]) ? String(field[..<colon]) : nil
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.first == ":" && UInt16(text.dropFirst()) != nil
    }

    private static func isAddress(_ text: String) -> Bool {
        var bytes = in6_addr()
        return inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
    }
}
