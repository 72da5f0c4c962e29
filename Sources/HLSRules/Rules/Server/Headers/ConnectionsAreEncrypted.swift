/// R108a: network connections use a secure version of TLS.
package struct ConnectionsAreEncrypted: ServerRule {
    package static let facts = RuleFacts(
        "R108a", "Connections to remote servers use TLS 1.2 or later, and servers reject earlier versions",
        .appleShould,
        clause: "Apple 11, 12; RFC 8996", kinds: [.server],
        consequence:
            "App Transport Security blocks the connection: AVPlayer reports -1022, or -1200 for an old TLS version")

    /// Origins that have been reported, to report each once.
    private var reportedOrigins: Set<String> = []

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        let found: String
        switch exchange.encryption {
        case .clear where !exchange.isLocal: found = "an unencrypted connection"
        case .outdated: found = "the server also accepts TLS 1.0 or 1.1"
        case .clear, .current, nil: return
        }
        let origin = exchange.url.split(separator: "/", omittingEmptySubsequences: false).prefix(3)
            .joined(separator: "/")
        guard reportedOrigins.count < 100, reportedOrigins.insert(origin + found).inserted else { return }
        findings.add(FindingPlace(exchange.name), expected: "TLS 1.2 or later", found: found)
    }
}
