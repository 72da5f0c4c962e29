/// R69: requests that cannot be answered are rejected at once.
package struct ImpossibleReloadsAreRefused: ServerRule {
    package static let facts = RuleFacts(
        "R69", "Requests with _HLS_part but no _HLS_msn, or for segments too far ahead, are answered with 400",
        .must,
        clause: "RFC 8216bis 6.2.5.2", kinds: [.server],
        consequence: "players that are wrong about the live edge wait until the request times out")

    package init() {}

    package mutating func take(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard let probe = exchange.delivery, probe.kind.isImpossible, exchange.status != 400 else { return }
        let what =
            switch probe.kind {
            case .partAlone: "_HLS_part without _HLS_msn"
            case .tooFar: "\(probe.wanted.text), which is too far ahead"
            default: "_HLS_msn that is not a number"
            }
        findings.add(
            FindingPlace(exchange.name), expected: "status 400 for \(what)",
            found: exchange.status == 0 ? "no answer" : "status \(exchange.status)",
            level: probe.kind == .partAlone ? nil : .should)
    }
}
