/// R68: the response to a blocking playlist reload contains the requested segment or part.
package struct BlockingReloadsContainRequestedPart: ServerRule {
    package static let facts = RuleFacts(
        "R68", "The response to a request with _HLS_msn contains the requested segment or part", .must,
        clause: "RFC 8216bis 6.2.5.2", kinds: [.server],
        consequence: "players reload the same playlist repeatedly or fall behind the live edge")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard let probe = exchange.delivery, probe.kind.isBlocking || probe.kind == .partPastSegmentEnd,
            // R70 checks requests that time out.
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
            found: probe.delivered.map { "a playlist that ends with \($0.text)" } ?? "a response that is not a playlist"
        )
    }
}

extension PlaylistEdge {
    /// The position in words, for messages.
    var text: String { "segment \(mediaSequence)" + (part.map { ", part \($0)" } ?? "") }

    /// Whether a playlist that ends here contains the requested segment or part.
    func contains(_ wanted: PlaylistEdge) -> Bool {
        if mediaSequence != wanted.mediaSequence { return mediaSequence > wanted.mediaSequence }
        // Without a part index, the last segment is complete.
        guard let part else { return true }
        return wanted.part.map { part >= $0 } ?? false
    }
}
