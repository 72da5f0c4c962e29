import HTTPServer
import HTTPStages
import Media
import StageKit

extension AdminRoute {
    /// The route of the metrics.
    static func metrics(
        build: [(name: String, value: String)], figures: @escaping @Sendable () -> [FigureReading] = { [] }
    ) -> AdminRoute {
        AdminRoute(
            method: .get, path: "/metrics", id: "getMetrics",
            summary: "The metrics of all pipelines, in the Prometheus text format or OpenMetrics by Accept.",
            scope: .all,
            answers: [.init(status: 200, help: "The metrics.", type: "text/plain")]
        ) { request throws(ProblemDetails) in
            let format = MetricsFormat(accept: request.request.accept)
            let page = MetricsPage(request.targets.map { $0.status() }, build: build, figures: figures())
            return .response(.text(page.text(format), type: format.contentType))
        }
    }
}
