/// R71: the response to a blocking playlist reload contains an update.
package struct BlockingReloadsReturnUpdates: ServerRule {
    package static let facts = RuleFacts(
        "R71", "The response to a blocking playlist reload differs from the previous playlist", .must,
        clause: "RFC 8216bis 6.2.5.2",
        kinds: [.server], consequence: "AVPlayer reports -15410 (low-latency playlist unchanged)")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard let probe = exchange.delivery, probe.kind.isBlocking, exchange.status == 200, probe.isUnchanged else {
            return
        }
        findings.add(
            FindingPlace(exchange.name), expected: "an updated playlist", found: "the same bytes as before")
    }
}
