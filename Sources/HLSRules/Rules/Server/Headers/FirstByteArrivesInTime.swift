import Media

/// R109: segments arrive before players need them.
package struct FirstByteArrivesInTime: ServerRule {
    package static let facts = RuleFacts(
        "R109", "The first byte of a segment arrives within half a target duration", .should,
        clause: "observed with AVPlayer", kinds: [.server],
        consequence: "AVPlayer reports -12889 (no response for media file)")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard exchange.subject == .segment, let limit = exchange.playlist?.targetDurations(0.5),
            exchange.firstByte > limit
        else { return }
        findings.add(
            FindingPlace(exchange.name), expected: "within \(limit.decimal(places: 1)) s",
            found: "after \(exchange.firstByte.decimal(places: 1)) s")
    }
}
