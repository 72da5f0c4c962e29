/// R73: playlists are sent compressed.
package struct PlaylistsAreCompressed: ServerRule {
    package static let facts = RuleFacts(
        "R73", "Playlists are sent with Content-Encoding gzip to who accepts it", .appleMust,
        clause: "Apple 10.1", kinds: [.server], consequence: "long playlists cost bandwidth at every reload")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard exchange.subject.isPlaylist, exchange.status == 200 else { return }
        let coding = exchange[field: "content-encoding"]?.lowercased()
        if let coding, coding.contains("gzip") || coding.contains("deflate") || coding == "br" { return }
        findings.add(
            FindingPlace(exchange.name), expected: "gzip", found: coding ?? "\(exchange.size) bytes as they are")
    }
}
