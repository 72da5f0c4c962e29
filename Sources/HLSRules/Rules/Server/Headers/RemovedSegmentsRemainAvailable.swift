import Media

/// R110: segments remain available for some time after their removal from the playlist.
package struct RemovedSegmentsRemainAvailable: ServerRule {
    package static let facts = RuleFacts(
        "R110", "A removed segment remains available for its duration plus that of the longest playlist that listed it",
        .must,
        clause: "RFC 8216bis 6.2.2", kinds: [.server],
        consequence: "players that are behind the live edge get 404 and stall or skip the segment")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard let age = exchange.timeSinceRemoval, !(200..<300).contains(exchange.status) else { return }
        findings.add(
            FindingPlace(exchange.name), expected: "the segment",
            found: "status \(exchange.status) \(age.decimal(places: 1)) s after its removal from the playlist")
    }
}
