/// R73: playlists are compressed.
package struct PlaylistsAreCompressed: ServerRule {
    package static let facts = RuleFacts(
        "R73", "Playlists are served with Content-Encoding: gzip if the client accepts it", .appleMust,
        clause: "Apple 10.1", kinds: [.server],
        consequence: "each reload of a long playlist uses more bandwidth than necessary")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard exchange.subject.isPlaylist, exchange.status == 200 else { return }
        let coding = exchange[field: "content-encoding"]?.lowercased()
        if let coding, coding.contains("gzip") || coding.contains("deflate") || coding == "br" { return }
        findings.add(
            FindingPlace(exchange.name), expected: "Content-Encoding: gzip",
            found: coding ?? "\(exchange.size) uncompressed bytes")
    }
}
