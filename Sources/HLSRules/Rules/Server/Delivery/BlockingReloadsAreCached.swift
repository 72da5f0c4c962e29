/// R105: responses to blocking reloads may be cached, as each URL refers to one state of the playlist.
package struct BlockingReloadsAreCached: ServerRule {
    package static let facts = RuleFacts(
        "R105",
        "Cache-Control keeps blocking reloads for one to six target durations and their 404 for at most four",
        .should,
        clause: "RFC 8216bis B.1", kinds: [.server],
        consequence: "every player's request reaches the origin, or caches serve outdated playlists")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard let probe = exchange.delivery, probe.kind.isBlocking, let target = exchange.playlist?.targetDuration
        else {
            return
        }
        let lifetime = exchange.cacheSeconds
        if exchange.isProbeForMissing, exchange.status == 404, let lifetime, lifetime > Double(target) * 4 {
            findings.add(
                FindingPlace(exchange.name), expected: "max-age of at most \(target * 4) s",
                found: exchange.cacheControlText)
        }
        guard exchange.status == 200, !exchange.isProbeForMissing else { return }
        if let lifetime, (Double(target)...Double(target) * 6).contains(lifetime) { return }
        findings.add(
            FindingPlace(exchange.name), expected: "max-age of \(target) s to \(target * 6) s",
            found: exchange.cacheControlText)
    }
}
