/// R69: requests that cannot be answered are rejected at once.
package struct InvalidReloadsAreRejected: ServerRule {
    package static let facts = RuleFacts(
        "R69", "Requests with _HLS_part but no _HLS_msn, or for segments too far ahead, are answered with 400",
        .must,
        clause: "RFC 8216bis 6.2.5.2", kinds: [.server],
        consequence: "players that are wrong about the live edge wait until the request times out")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard let probe = exchange.delivery, probe.kind.isInvalid, exchange.status != 400 else { return }
        let what =
            switch probe.kind {
            case .partWithoutSegment: "_HLS_part without _HLS_msn"
            case .tooFarAhead: "\(probe.requested.text), which is too far ahead"
            default: "_HLS_msn that is not a number"
            }
        findings.add(
            FindingPlace(exchange.name), expected: "status 400 for \(what)",
            found: exchange.status == 0 ? "no answer" : "status \(exchange.status)",
            level: probe.kind == .partWithoutSegment ? nil : .should)
    }
}
