import HTTPServer
import HTTPStages
import Media
import PipelineFile
import PipelineRuntime
import Sluice
import Synchronization

/// The routes of the admin listener.
struct AdminRoutes: Sendable {
    let clock: any MediaClock
    let heartbeat: Heartbeat
    /// The number of open event streams.
    private let streams = StreamCount()
    /// Returns the status of the service that runs the pipelines; nil outside a service.
    var service: (@Sendable () async -> ServiceStatus)?
    /// Routes of other parts, such as the metrics.
    var additional: [AdminRoute] = []

    init(clock: any MediaClock, heartbeat: Heartbeat) {
        (self.clock, self.heartbeat) = (clock, heartbeat)
    }

    /// All routes, including the routes that describe them.
    var all: [AdminRoute] {
        let routes = [live, ready, pipelines, status, graph, events, log] + control + console + additional + [schema]
        let document = OpenAPIDocument(routes: routes + [Self.description([:])]).json
        return routes + [Self.description(document)]
    }

    private static func description(_ document: JSONValue) -> AdminRoute {
        AdminRoute(
            method: .get, path: "/openapi.json", id: "getDescription",
            summary: "The description of this listener in OpenAPI 3.1.", scope: .all,
            answers: [.init(status: 200, help: "An OpenAPI document.", schema: "openapi")]
        ) { _ throws(ProblemDetails) in .response(.json(document)) }
    }

    private var schema: AdminRoute {
        AdminRoute(
            method: .get, path: "/schema/status.json", id: "getStatusSchema",
            summary: "The JSON Schema of the status.", scope: .all,
            answers: [
                .init(status: 200, help: "A JSON Schema.", type: "application/schema+json", schema: "schema")
            ]
        ) { _ throws(ProblemDetails) in .response(.json(StatusSchema.document, type: "application/schema+json")) }
    }

    // MARK: Health

    private var live: AdminRoute {
        AdminRoute(
            method: .get, path: "/health/live", id: "getLiveness", summary: "Whether the process is alive.",
            scope: .all, isPublic: true,
            answers: [
                .init(status: 200, help: "The process is alive.", schema: "health"),
                .init(
                    status: 503, help: "The tasks of the process do not run.", type: ProblemDetails.contentType,
                    schema: "problem"),
            ]
        ) { [heartbeat] request throws(ProblemDetails) in
            guard heartbeat.isAlive(at: request.now) else {
                throw ProblemDetails(503, "not-alive", "no task has run for \(Int(Heartbeat.limit.seconds)) s")
            }
            return .response(.json(["status": "live"] as JSONValue))
        }
    }

    private var ready: AdminRoute {
        AdminRoute(
            method: .get, path: "/health/ready", id: "getReadiness",
            summary:
                "Whether players can play a pipeline: each rendition has a segment of the last two target durations. "
                + "Of a service, whether it has read its files and started its pipelines.",
            scope: .either, isPublic: true,
            answers: [
                .init(status: 200, help: "The pipeline or the service is ready.", schema: "health"),
                .init(
                    status: 503, help: "The pipeline or the service is not ready, with the reasons.",
                    type: ProblemDetails.contentType, schema: "problem"),
            ]
        ) { [service] request throws(ProblemDetails) in
            // A channel that is dead is no reason to send viewers of the others to another process.
            if let service, !request.isNamed {
                return .reading {
                    await service().isReady
                        ? Self.readyResponse
                        : ProblemDetails(
                            503, "not-ready", "the service has not started its pipelines, or is stopping"
                        ).response
                }
            }
            let reasons = request.targets.flatMap { Readiness($0.status()).reasons }
            guard reasons.isEmpty else {
                // The reasons contain names, which clients without the token do not see.
                let shown = request.isAuthorized ? reasons : []
                throw ProblemDetails(
                    503, "not-ready", "players cannot play the output", ["reasons": .strings(shown)])
            }
            return .response(Self.readyResponse)
        }
    }

    private static var readyResponse: HTTPResponse { .json(["status": "ready"] as JSONValue) }

    // MARK: Status

    private var pipelines: AdminRoute {
        AdminRoute(
            method: .get, path: "/pipelines", id: "listPipelines", summary: "The pipelines of the process.",
            scope: .all, answers: [.init(status: 200, help: "The pipelines.", schema: "pipelines")]
        ) { request throws(ProblemDetails) in
            let pipelines = request.targets.map { target -> JSONValue in
                let status = target.status()
                var object: JSONValue = [
                    "name": .string(target.name), "phase": .string(status.phase.rawValue),
                    "ready": .boolean(Readiness(status).isReady),
                ]
                guard let supervision = status.supervision else { return object }
                object["state"] = .string(supervision.state)
                object["reason"] = .string(supervision.explanation)
                object["restarts"] = .integer(supervision.restarts)
                object["failures"] = .integer(supervision.failures)
                object["fileIsValid"] = .boolean(supervision.diagnostics.isEmpty)
                return object
            }
            return .response(.json(["pipelines": .array(pipelines)] as JSONValue))
        }
    }

    private var status: AdminRoute {
        AdminRoute(
            method: .get, path: "/status", id: "getStatus", summary: "The status of the pipeline.",
            answers: [.init(status: 200, help: "The status.", schema: "status")]
        ) { request throws(ProblemDetails) in
            .response(.json(StatusDocument(status: try request.target().status())))
        }
    }

    private var graph: AdminRoute {
        AdminRoute(
            method: .get, path: "/graph.svg", id: "getGraph", summary: "The stages and links as a drawing.",
            answers: [.init(status: 200, help: "A drawing.", type: "image/svg+xml")]
        ) { request throws(ProblemDetails) in
            let target = try request.target()
            return .response(.text(GraphDrawing(target.graph(), status: target.status()).svg, type: "image/svg+xml"))
        }
    }

    private var events: AdminRoute {
        AdminRoute(
            method: .get, path: "/events", id: "getEvents",
            summary:
                "The events from now on, as server-sent events. A slow client loses the oldest events and receives "
                + "an event of type 'missed' with their number.",
            answers: [
                .init(status: 200, help: "A stream of events.", type: "text/event-stream"),
                .init(
                    status: 503, help: "Too many clients.", type: ProblemDetails.contentType, schema: "problem"),
            ]
        ) { [streams, clock] request throws(ProblemDetails) in
            let target = try request.target()
            guard streams.add() else {
                throw ProblemDetails(503, "too-many-streams", "there are \(StreamCount.limit) event streams already")
            }
            let stream = EventStream(target.events(), of: target.name, clock: clock) { [streams] in streams.remove() }
            return .stream(HTTPResponse(200, [("Content-Type", "text/event-stream")]), stream)
        }
    }

    private var log: AdminRoute {
        AdminRoute(
            method: .get, path: "/log", id: "getLog", summary: "The last entries of the log, oldest first.",
            parameters: [
                .init(
                    name: "lines", help: "Maximum number of entries.",
                    schema: ["type": "integer", "minimum": 1, "maximum": 1000, "default": 100])
            ],
            answers: [
                .init(status: 200, help: "The entries.", schema: "log"),
                .init(
                    status: 400, help: "The parameter is invalid.", type: ProblemDetails.contentType,
                    schema: "problem"),
            ]
        ) { request throws(ProblemDetails) in
            let count = try request.number("lines", in: 1...1000, default: 100)
            return .response(.json(["entries": .array(try request.target().log(count))] as JSONValue))
        }
    }
}
