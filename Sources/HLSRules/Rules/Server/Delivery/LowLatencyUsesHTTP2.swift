/// R74: low-latency streams need connections that multiplex requests.
package struct LowLatencyUsesHTTP2: ServerRule {
    package static let facts = RuleFacts(
        "R74", "Playlists with parts are served with HTTP/2 or later", .appleMust,
        clause: "Apple, Enabling Low-Latency HLS", kinds: [.server],
        consequence: "Apple players play the stream without low latency")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard exchange.subject == .mediaPlaylist, exchange.playlist?.partTarget != nil, exchange.delivery == nil,
            let version = exchange.httpVersion, version < 2
        else { return }
        findings.add(FindingPlace(exchange.name), expected: "HTTP/2 or later", found: "HTTP/1.1")
    }
}
