import Foundation
import HTTPServer
import HTTPStages
import Media

/// A request to a route of the admin listener.
struct AdminRequest: Sendable {
    var request: HTTPRequest
    /// The pipelines that the route applies to: one, or all.
    var targets: [AdminTarget]
    /// Whether the path names the pipeline.
    var isNamed = false
    /// Whether the request presents the token, or needs none.
    var isAuthorized: Bool
    var now: MonotonicTime

    /// Returns a parameter of the query as text; nil if the query does not contain it. A parameter without a value is
    /// empty. Throws if it is malformed or repeated.
    func parameter(_ name: String) throws(ProblemDetails) -> String? {
        var values: [String] = []
        for pair in (request.query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts[0].removingPercentEncoding == name else { continue }
            guard let value = parts.count > 1 ? parts[1].removingPercentEncoding : "" else {
                throw ProblemDetails(400, "invalid-parameter", "parameter '\(name)' is not percent-encoded correctly")
            }
            values.append(value)
        }
        guard values.count <= 1 else {
            throw ProblemDetails(400, "invalid-parameter", "parameter '\(name)' is repeated")
        }
        return values.first
    }

    /// Returns whether a flag is set: without a value, or with the value `true`.
    func flag(_ name: String) throws(ProblemDetails) -> Bool {
        switch try parameter(name) {
        case nil, "false": return false
        case "", "true": return true
        default: throw ProblemDetails(400, "invalid-parameter", "parameter '\(name)' must be true or false")
        }
    }

    /// Returns the value of a flag; nil if the query does not contain it.
    func optionalFlag(_ name: String) throws(ProblemDetails) -> Bool? {
        try parameter(name) == nil ? nil : flag(name)
    }

    /// Returns a number; `value` if the query does not contain it. Throws if it is outside the range.
    func number(_ name: String, in range: ClosedRange<Int>, default value: Int) throws(ProblemDetails) -> Int {
        guard let text = try parameter(name) else { return value }
        guard let number = Int(text), range.contains(number) else {
            throw ProblemDetails(
                400, "invalid-parameter",
                "parameter '\(name)' must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
