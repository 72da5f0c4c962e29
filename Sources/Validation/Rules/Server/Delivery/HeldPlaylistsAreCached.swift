/// R105: caches may keep what was held, as its address is asked for once.
package struct HeldPlaylistsAreCached: ServerRule {
    package static let facts = RuleFacts(
        "R105", "Cache-Control keeps a playlist that was held for six target durations", .should,
        clause: "RFC 8216bis B.1", kinds: [.server],
        consequence: "each player's request goes to the origin, or old playlists live on")

    package init() {}

    package mutating func take(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard let probe = exchange.delivery, probe.kind.isHeld, exchange.status == 200,
            let target = exchange.playlist?.targetDuration
        else { return }
        let age = CacheLifetime(exchange)
        if let seconds = age.seconds, (Double(target)...Double(target) * 6).contains(seconds) { return }
        findings.add(
            FindingPlace(exchange.name), expected: "max-age of \(target) s to \(target * 6) s", found: age.description)
    }
}
