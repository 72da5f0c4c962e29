import HTTPServer
import HTTPStages

extension AdminRoute {
    /// The route of the status of a service.
    static func service(_ status: @escaping @Sendable () async -> ServiceStatus) -> AdminRoute {
        AdminRoute(
            method: .get, path: "/service", id: "getService",
            summary: "The status of the service: its pipelines with their states, files and runs.", scope: .all,
            answers: [.init(status: 200, help: "The status.", schema: "service")]
        ) { _ throws(ProblemDetails) in .reading { .json(await status()) } }
    }
}
