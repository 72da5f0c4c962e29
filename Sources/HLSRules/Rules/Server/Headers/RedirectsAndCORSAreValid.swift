/// R108: responses come without redirect chains, and web pages of other origins may read them.
package struct RedirectsAndCORSAreValid: ServerRule {
    package static let facts = RuleFacts(
        "R108", "Requests are redirected at most once, and responses allow cross-origin access (CORS)", .should,
        clause: "Apple 8.18; WHATWG Fetch, CORS protocol", kinds: [.server],
        consequence:
            "each redirect delays a segment; without Access-Control-Allow-Origin, hls.js reports manifestLoadError")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        if exchange.redirects > 1 {
            findings.add(
                FindingPlace(exchange.name), expected: "at most one redirect", found: "\(exchange.redirects) redirects")
        }
        guard (200..<300).contains(exchange.status), exchange[field: "access-control-allow-origin"] == nil else {
            return
        }
        findings.add(
            FindingPlace(exchange.name), expected: "Access-Control-Allow-Origin, as the request has an Origin",
            found: "no such header field")
    }
}
