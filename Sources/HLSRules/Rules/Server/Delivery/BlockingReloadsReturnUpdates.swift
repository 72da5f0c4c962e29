/// R71: a request that was held is answered with something new.
package struct BlockingReloadsReturnUpdates: ServerRule {
    package static let facts = RuleFacts(
        "R71", "What was held is not answered with the playlist as it was", .must, clause: "RFC 8216bis 6.2.5.2",
        kinds: [.server], consequence: "AVPlayer reports -15410, low-latency playlist not changed")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard let probe = exchange.delivery, probe.kind.isBlocking, exchange.status == 200, probe.isUnchanged else {
            return
        }
        findings.add(
            FindingPlace(exchange.name), expected: "a playlist that has changed", found: "the same bytes as before")
    }
}
