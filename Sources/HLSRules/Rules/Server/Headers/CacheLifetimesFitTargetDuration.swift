import Media

/// R106: caches keep live playlists for a short while, and segments for long.
package struct CacheLifetimesFitTargetDuration: ServerRule {
    package static let facts = RuleFacts(
        "R106",
        "Cache-Control keeps a live playlist half a target duration at most, a segment a target duration at least, "
            + "and says that long at most that there is none",
        .should, clause: "RFC 8216bis B.1", kinds: [.server],
        consequence: "players get old playlists and stall, or caches ask the origin for every segment anew")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard exchange.delivery == nil, exchange.timeSinceRemoval == nil, let playlist = exchange.playlist,
            let half = playlist.targetDurations(0.5), let whole = playlist.targetDurations(1)
        else { return }
        let age = FreshnessLifetime(exchange)
        if exchange.isProbeForMissing, exchange.status == 404, playlist.isLive, let seconds = age.seconds,
            seconds > whole.seconds
        {
            findings.add(
                FindingPlace(exchange.name), expected: "max-age of \(whole.decimal(places: 0)) s at most",
                found: age.description)
        }
        guard exchange.status == 200 || exchange.status == 206 else { return }
        switch exchange.subject {
        case .mediaPlaylist where playlist.isLive:
            if age.seconds.map({ $0 > half.seconds }) ?? true {
                findings.add(
                    FindingPlace(exchange.name), expected: "max-age of \(half.decimal(places: 1)) s at most",
                    found: age.description)
            }
        case .segment:
            if age.seconds.map({ $0 < whole.seconds }) ?? true {
                findings.add(
                    FindingPlace(exchange.name), expected: "max-age of \(whole.decimal(places: 0)) s at least",
                    found: age.description)
            }
        default: break
        }
    }
}
