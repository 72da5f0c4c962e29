import Media

/// R110: segments can be fetched for a while after the playlist has dropped them.
package struct RemovedSegmentsRemainAvailable: ServerRule {
    package static let facts = RuleFacts(
        "R110", "A segment stays for its duration and that of the longest playlist with it after it was removed", .must,
        clause: "RFC 8216bis 6.2.2", kinds: [.server],
        consequence: "players that are behind get 404 and stall or skip")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard let age = exchange.timeSinceRemoval, !(200..<300).contains(exchange.status) else { return }
        findings.add(
            FindingPlace(exchange.name), expected: "still there",
            found: "status \(exchange.status) \(age.decimal(places: 1)) s after it left the playlist")
    }
}
