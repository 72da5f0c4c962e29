import HTTPServer
import HTTPStages
import Media
import PipelineFile
import StageKit

// Routes of the console.
extension AdminRoutes {
    var console: [AdminRoute] { [stages, history, validate] }

    private var stages: AdminRoute {
        AdminRoute(
            method: .get, path: "/graph", id: "getStages", summary: "The stages and links of the pipeline.",
            answers: [.init(status: 200, help: "The stages and links.", schema: "graph")]
        ) { request throws(ProblemDetails) in .response(.json(ConsoleGraph(try request.target().graph()))) }
    }

    private var history: AdminRoute {
        AdminRoute(
            method: .get, path: "/history", id: "getHistory",
            summary: "The figures of the last hour, one sample each 5 s, with the newest segments and events.",
            parameters: [
                .init(
                    name: "since", help: "Number of the first sample, such as the member 'next' of the last response.",
                    schema: ["type": "integer", "minimum": 0, "maximum": 1_000_000_000, "default": 0])
            ],
            answers: [
                .init(status: 200, help: "The samples, segments and events.", schema: "history"),
                .init(
                    status: 400, help: "The parameter is invalid.", type: ProblemDetails.contentType,
                    schema: "problem"),
            ]
        ) { request throws(ProblemDetails) in
            let number = try request.number("since", in: 0...1_000_000_000, default: 0)
            let document = try request.target().history.document(since: number)
            // On one line: an indented hour of samples is three times as long.
            return .response(
                HTTPResponse(
                    200, [("Content-Type", "application/json")],
                    body: [ByteSlice(copying: EncodedJSON.bytes(document))]))
        }
    }

    private var validate: AdminRoute {
        AdminRoute(
            method: .post, path: "/validate", id: "validateOutput",
            summary: "Validates the published playlists and their newest segments by Apple's rules.",
            answers: [
                .init(status: 200, help: "The report, as 'sluice validate --json' prints it.", schema: "report"),
                .init(
                    status: 409, help: "There is no output that can be validated.",
                    type: ProblemDetails.contentType, schema: "problem"),
            ]
        ) { request throws(ProblemDetails) in
            let target = try request.target()
            guard let validation = OutputValidation(of: target.graph(), target.status()) else {
                throw ProblemDetails(
                    409, "no-output", "the pipeline has neither 'file.folder' nor an origin that needs no token")
            }
            return .operation {
                do {
                    return .json(try await validation.report())
                } catch {
                    return ProblemDetails(409, "not-validated", "cannot validate '\(validation.subject)': \(error)")
                        .response
                }
            }
        }
    }
}
