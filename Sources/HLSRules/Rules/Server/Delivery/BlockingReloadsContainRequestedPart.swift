/// R68: a playlist that was held has what it was held for.
package struct BlockingReloadsContainRequestedPart: ServerRule {
    package static let facts = RuleFacts(
        "R68", "A request with _HLS_msn is answered once the playlist has that segment, or that part of it", .must,
        clause: "RFC 8216bis 6.2.5.2", kinds: [.server],
        consequence: "players load the same playlist again and again, or fall behind")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard let probe = exchange.delivery, probe.kind.isBlocking || probe.kind == .partPastSegmentEnd,
            // R70 is about those.
            exchange.status != 503, exchange.status != 0, !exchange.isProbeForMissing
        else { return }
        guard exchange.status == 200 else {
            return findings.add(
                FindingPlace(exchange.name), expected: "a playlist with \(probe.requested.text)",
                found: "status \(exchange.status)")
        }
        if let answered = probe.delivered, answered.contains(probe.requested) { return }
        findings.add(
            FindingPlace(exchange.name), expected: "a playlist with \(probe.requested.text)",
            found: probe.delivered.map { "one that ends with \($0.text)" } ?? "something that is no playlist")
    }
}

extension PlaylistEdge {
    /// For people.
    var text: String { "segment \(mediaSequence)" + (part.map { ", part \($0)" } ?? "") }

    /// Whether a playlist that is this far has what is asked for.
    func contains(_ wanted: PlaylistEdge) -> Bool {
        if mediaSequence != wanted.mediaSequence { return mediaSequence > wanted.mediaSequence }
        // Without a part the segment is whole.
        guard let part else { return true }
        return wanted.part.map { part >= $0 } ?? false
    }
}
