import HLS
import Media

/// R107: live playlists have been modified recently.
package struct LastModifiedIsRecent: ServerRule {
    package static let facts = RuleFacts(
        "R107", "Last-Modified of a live playlist is at most three target durations before Date", .appleMust,
        clause: "Apple 8.24", kinds: [.server],
        consequence: "the stream appears stuck: AVPlayer stops with -16830 or -12888")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard exchange.status == 200, exchange.subject == .mediaPlaylist, let playlist = exchange.playlist,
            playlist.isLive, let limit = playlist.targetDurations(3),
            let changed = exchange[field: "last-modified"].flatMap(HTTPDate.init(_:))?.seconds,
            let now = exchange[field: "date"].flatMap(HTTPDate.init(_:))?.seconds
        else { return }
        // Both header fields have a resolution of 1 s.
        guard Double(now - changed) > limit.seconds + 1 else { return }
        findings.add(
            FindingPlace(exchange.name), expected: "at most \(limit.decimal(places: 0)) s before Date",
            found: "\(now - changed) s before Date")
    }
}
