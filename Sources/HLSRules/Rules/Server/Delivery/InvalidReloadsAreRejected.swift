/// R69: what can never be answered is refused at once.
package struct InvalidReloadsAreRejected: ServerRule {
    package static let facts = RuleFacts(
        "R69", "A request for _HLS_part without _HLS_msn, or for what is too far in the future, is answered with 400",
        .must,
        clause: "RFC 8216bis 6.2.5.2", kinds: [.server],
        consequence: "a player that is wrong about the edge waits for nothing")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard let probe = exchange.delivery, probe.kind.isInvalid, exchange.status != 400 else { return }
        let what =
            switch probe.kind {
            case .partWithoutSegment: "_HLS_part without _HLS_msn"
            case .tooFarAhead: "\(probe.requested.text), which is too far in the future"
            default: "_HLS_msn that is no number"
            }
        findings.add(
            FindingPlace(exchange.name), expected: "status 400 for \(what)",
            found: exchange.status == 0 ? "no answer" : "status \(exchange.status)",
            level: probe.kind == .partWithoutSegment ? nil : .should)
    }
}
