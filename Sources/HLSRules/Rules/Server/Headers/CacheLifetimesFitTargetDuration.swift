import Media

/// R106: caches keep live playlists briefly and segments for a long time.
package struct CacheLifetimesFitTargetDuration: ServerRule {
    package static let facts = RuleFacts(
        "R106",
        "Cache-Control allows at most half a target duration for live playlists, at least one for segments, "
            + "and at most one for 404 responses",
        .should, clause: "RFC 8216bis B.1", kinds: [.server],
        consequence: "players get outdated playlists and stall, or caches request every segment from the origin again")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard exchange.delivery == nil, exchange.timeSinceRemoval == nil, let playlist = exchange.playlist,
            let half = playlist.targetDurations(0.5), let whole = playlist.targetDurations(1)
        else { return }
        let lifetime = exchange.cacheSeconds
        if exchange.isProbeForMissing, exchange.status == 404, playlist.isLive, let lifetime,
            lifetime > whole.seconds
        {
            findings.add(
                FindingPlace(exchange.name), expected: "max-age of at most \(whole.decimal(places: 0)) s",
                found: exchange.cacheControlText)
        }
        guard exchange.status == 200 || exchange.status == 206 else { return }
        switch exchange.subject {
        case .mediaPlaylist where playlist.isLive:
            if lifetime.map({ $0 > half.seconds }) ?? true {
                findings.add(
                    FindingPlace(exchange.name), expected: "max-age of at most \(half.decimal(places: 1)) s",
                    found: exchange.cacheControlText)
            }
        case .segment:
            if lifetime.map({ $0 < whole.seconds }) ?? true {
                findings.add(
                    FindingPlace(exchange.name), expected: "max-age of at least \(whole.decimal(places: 0)) s",
                    found: exchange.cacheControlText)
            }
        default: break
        }
    }
}
