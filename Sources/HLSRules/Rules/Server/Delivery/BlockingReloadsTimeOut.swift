import Media

/// R70: blocking requests time out.
package struct BlockingReloadsTimeOut: ServerRule {
    package static let facts = RuleFacts(
        "R70", "A blocking playlist reload that takes longer than three target durations is answered with 503", .should,
        clause: "RFC 8216bis 6.2.5.2", kinds: [.server],
        consequence: "players keep waiting for a stream that has stopped")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard let probe = exchange.delivery, probe.kind.isBlocking, exchange.status != 503,
            let limit = exchange.playlist?.targetDurations(3),
            // Allows 1 s for the transfer.
            exchange.firstByte > limit + .seconds(1)
        else { return }
        findings.add(
            FindingPlace(exchange.name), expected: "status 503 after \(limit.decimal(places: 0)) s",
            found: exchange.status == 0
                ? "no answer in \(exchange.firstByte.decimal(places: 1)) s"
                : "status \(exchange.status) after \(exchange.firstByte.decimal(places: 1)) s")
    }
}
