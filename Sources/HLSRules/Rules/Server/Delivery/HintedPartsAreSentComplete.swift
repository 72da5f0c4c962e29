import Media

/// R72: a part that is requested in advance is transferred at line speed once it is complete.
package struct HintedPartsAreSentComplete: ServerRule {
    package static let facts = RuleFacts(
        "R72", "The server sends a hinted part only when the part is complete", .must,
        clause: "RFC 8216bis 6.2.6", kinds: [.server],
        consequence: "players underestimate the bandwidth and switch to a lower variant")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard exchange.delivery?.kind == .hintedPart, exchange.status == 200 || exchange.status == 206,
            let target = exchange.playlist?.partTarget
        else { return }
        let time = exchange.lastByte - exchange.firstByte
        guard time.seconds > target.seconds / 2 else { return }
        findings.add(
            FindingPlace(exchange.name), expected: "all bytes at line speed",
            found: "\(time.decimal(places: 2)) s between the first and the last of \(exchange.size) bytes")
    }
}
