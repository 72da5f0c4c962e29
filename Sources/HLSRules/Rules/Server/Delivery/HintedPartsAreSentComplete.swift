import Media

/// R72: a part that was asked for early comes at the speed of the line once it comes.
package struct HintedPartsAreSentComplete: ServerRule {
    package static let facts = RuleFacts(
        "R72", "The bytes of a hinted part are sent when all of them are there", .must,
        clause: "RFC 8216bis 6.2.6", kinds: [.server],
        consequence: "players take the line for slow and choose a lower variant")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard exchange.delivery?.kind == .hintedPart, exchange.status == 200 || exchange.status == 206,
            let target = exchange.playlist?.partTarget
        else { return }
        let time = exchange.lastByte - exchange.firstByte
        guard time.seconds > target.seconds / 2 else { return }
        findings.add(
            FindingPlace(exchange.name), expected: "all bytes together",
            found: "\(time.decimal(places: 2)) s from the first to the last of \(exchange.size)")
    }
}
