import Media
package import StageKit

/// The figures of one kind of response: requests by status code and protocol, response times and sent bytes.
///
/// Recording neither allocates nor blocks.
package final class ResponseFigures: Sendable {
    private static let codes = ["2xx", "3xx", "4xx", "5xx"]
    private static let protocols = ["http/1.1", "h2"]

    /// The counters by code, then by protocol.
    private let requests: [FigureCounter]
    private let time: FigureHistogram
    /// Shared by all kinds.
    private let sent: FigureCounter

    package init(kind: String, in figures: StageFigures) {
        requests = Self.codes.flatMap { code in
            Self.protocols.map { name in
                figures.counter(
                    FigureName.originRequests, labels: ["kind": kind, "code": code, "protocol": name],
                    "Requests by kind of resource and class of status code")
            }
        }
        time = figures.histogram(
            FigureName.originResponse, labels: ["kind": kind],
            "Time from the arrival of a request to its response, including blocking")
        sent = figures.counter(FigureName.originSent, unit: .bytes, "Size of the response bodies")
    }

    /// Counts a response whose sending begins.
    package func record(status: Int, bytes: Int, isHTTP2: Bool, after delay: Duration) {
        let code = min(max(status / 100 - 2, 0), Self.codes.count - 1)
        requests[code * Self.protocols.count + (isHTTP2 ? 1 : 0)].add()
        time.observe(delay.seconds)
        sent.add(bytes)
    }
}
