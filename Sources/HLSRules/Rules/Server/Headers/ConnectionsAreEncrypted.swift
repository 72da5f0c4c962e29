/// R108a: what is sent over networks is encrypted, and not in a way that is broken.
package struct ConnectionsAreEncrypted: ServerRule {
    package static let facts = RuleFacts(
        "R108a", "Servers of other machines are asked by TLS, and take no version of it before 1.2", .appleShould,
        clause: "Apple 11, 12; RFC 8996", kinds: [.server],
        consequence: "App Transport Security refuses it: AVPlayer reports -1022, or -1200 for the version")

    /// Addresses that were told.
    private var reportedOrigins: Set<String> = []

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        let found: String
        switch exchange.encryption {
        case .clear where !exchange.isLocal: found = "clear text"
        case .outdated: found = "TLS 1.0 or 1.1 is taken too"
        case .clear, .current, nil: return
        }
        let origin = exchange.url.split(separator: "/", omittingEmptySubsequences: false).prefix(3)
            .joined(separator: "/")
        guard reportedOrigins.count < 100, reportedOrigins.insert(origin + found).inserted else { return }
        findings.add(FindingPlace(exchange.name), expected: "TLS 1.2 or later", found: found)
    }
}
