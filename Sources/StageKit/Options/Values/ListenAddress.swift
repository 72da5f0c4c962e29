/// The IP address and port that a server listens on.
package struct ListenAddress: OptionValue, Hashable {
    /// The IP address to bind to, without brackets.
    package var host = "127.0.0.1"
    /// The port; 0 selects a free one.
    package var port: UInt16 = 8080

    package init() {}

    package static var valueForm: String { "IP address and port (127.0.0.1:8080, [::1]:0)" }

    package static var shape: OptionShape { .pattern("^(.*[^:]|\\[.*\\]):[0-9]{1,5}$") }

    package init(option node: OptionNode) throws(OptionProblem) {
        let text = try String(option: node)
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw Self.problem(node)
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw Self.problem(node)
        }
        (self.host, self.port) = (host == "localhost" ? "127.0.0.1" : String(host), port)
        guard !self.host.isEmpty else { throw Self.problem(node) }
    }

    /// Whether only programs on this machine can connect to the address.
    package var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

    private static func problem(_ node: OptionNode) -> OptionProblem {
        OptionProblem(.wrongType, "'\(node.text)' is not an IP address and port", expected: valueForm, at: node)
    }

    package var optionText: String { authority(port) }

    /// The authority (`host:port`) for URLs with this port. A wildcard address becomes the loopback address, for
    /// players on the same machine.
    package func urlAuthority(_ port: UInt16) -> String {
        var address = self
        if host == "0.0.0.0" { address.host = "127.0.0.1" }
        if host == "::" { address.host = "::1" }
        return address.authority(port)
    }

    private func authority(_ port: UInt16) -> String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
