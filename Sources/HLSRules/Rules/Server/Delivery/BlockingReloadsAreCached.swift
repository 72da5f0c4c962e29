/// R105: caches may keep what was held, as its address is asked for once.
package struct BlockingReloadsAreCached: ServerRule {
    package static let facts = RuleFacts(
        "R105",
        "Cache-Control keeps a playlist that was held for six target durations, and says for four at most that there is none",
        .should,
        clause: "RFC 8216bis B.1", kinds: [.server],
        consequence: "each player's request goes to the origin, or old playlists live on")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard let probe = exchange.delivery, probe.kind.isBlocking, let target = exchange.playlist?.targetDuration
        else {
            return
        }
        let age = FreshnessLifetime(exchange)
        if exchange.isProbeForMissing, exchange.status == 404, let seconds = age.seconds, seconds > Double(target) * 4 {
            findings.add(
                FindingPlace(exchange.name), expected: "max-age of \(target * 4) s at most", found: age.description)
        }
        guard exchange.status == 200, !exchange.isProbeForMissing else { return }
        if let seconds = age.seconds, (Double(target)...Double(target) * 6).contains(seconds) { return }
        findings.add(
            FindingPlace(exchange.name), expected: "max-age of \(target) s to \(target * 6) s", found: age.description)
    }
}
