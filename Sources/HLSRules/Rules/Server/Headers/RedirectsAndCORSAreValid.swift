/// R108: requests are not sent from place to place, and pages of other origins may read the answers.
package struct RedirectsAndCORSAreValid: ServerRule {
    package static let facts = RuleFacts(
        "R108", "A request is redirected once at most, and its answer may be read by pages of other origins", .should,
        clause: "Apple 8.18; WHATWG Fetch, CORS protocol", kinds: [.server],
        consequence:
            "each redirect delays a segment; hls.js reports manifestLoadError without Access-Control-Allow-Origin")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        if exchange.redirects > 1 {
            findings.add(
                FindingPlace(exchange.name), expected: "one redirect at most", found: "\(exchange.redirects) redirects")
        }
        guard (200..<300).contains(exchange.status), exchange[field: "access-control-allow-origin"] == nil else {
            return
        }
        findings.add(
            FindingPlace(exchange.name), expected: "Access-Control-Allow-Origin, as the request came with an Origin",
            found: "no such field")
    }
}
