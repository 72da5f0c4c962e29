import Media

/// R67: parts are longer than the response time of the server.
package struct PartTargetCoversRoundTrip: ServerRule {
    package static let facts = RuleFacts(
        "R67", "PART-TARGET is at least the 95th percentile of the response times", .appleMust,
        clause: "Apple 14.2", kinds: [.server], consequence: "players fall behind the live edge and stall")

    /// The minimum number of responses for a meaningful percentile.
    private static let minimumSampleCount = 5
    private var times: [MediaTime] = []
    private var target: (name: String, part: MediaTime)?

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard let part = exchange.playlist?.partTarget, exchange.delivery == nil, exchange.status < 300 else { return }
        times.append(exchange.firstByte)
        if target.map({ part < $0.part }) ?? true { target = (exchange.name, part) }
    }

    package mutating func finish(_ findings: inout RuleFindings) {
        guard let target, times.count >= Self.minimumSampleCount else { return }
        let slow = times.sorted()[(times.count * 95 - 1) / 100]
        guard slow > target.part else { return }
        findings.add(
            FindingPlace(target.name), expected: "responses within \(target.part.decimal(places: 3)) s",
            found: "a 95th percentile of \(slow.decimal(places: 3)) s")
    }
}
