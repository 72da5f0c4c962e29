import HTTPServer
import HTTPStages

extension AdminRoute {
    /// The route of the jobs that a service displays.
    static func jobs(_ list: @escaping @Sendable () async -> JobList) -> AdminRoute {
        AdminRoute(
            method: .get, path: "/jobs", id: "getJobs",
            summary: "The jobs that the service displays: their progress, and tasks that failed.", scope: .all,
            answers: [.init(status: 200, help: "The jobs.", schema: "jobs")]
        ) { _ throws(ProblemDetails) in .reading { .json(await list()) } }
    }
}
