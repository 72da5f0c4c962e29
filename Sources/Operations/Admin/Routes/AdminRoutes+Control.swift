import HTTPServer
import HTTPStages
import PipelineFile
import PipelineRuntime
import Sluice
import StageKit

// Routes that change a run.
extension AdminRoutes {
    var control: [AdminRoute] { [reload, start, restart, stop, keyframe] }

    private var reload: AdminRoute {
        AdminRoute(
            method: .post, path: "/reload", id: "reload",
            summary: "Loads the pipeline file again and applies the changes; unchanged stages keep running.",
            parameters: [
                .init(
                    name: "preview", help: "Only returns the changes.", schema: ["type": "boolean", "default": false],
                    allowsEmptyValue: true)
            ],
            answers: [
                .init(status: 200, help: "The changes.", schema: "changes"),
                .init(
                    status: 400, help: "The parameter is invalid.", type: ProblemDetails.contentType,
                    schema: "problem"),
                .init(
                    status: 409, help: "The change would damage the output, or the run is ending.",
                    type: ProblemDetails.contentType, schema: "problem"),
                .init(
                    status: 422, help: "The pipeline file is invalid.", type: ProblemDetails.contentType,
                    schema: "problem"),
            ]
        ) { request throws(ProblemDetails) in
            let (target, isPreview) = (try request.target(), try request.flag("preview"))
            guard target.load != nil else {
                throw ProblemDetails(409, "no-file", "the pipeline was not loaded from a file")
            }
            return .operation { await Self.reload(target, isPreview: isPreview) }
        }
    }

    private static func reload(_ target: AdminTarget, isPreview: Bool) async -> HTTPResponse {
        guard let load = target.load, let apply = target.reload else { return ProblemDetails.notFound.response }
        do throws(PipelineError) {
            let pipeline = try load()
            let difference = target.difference(pipeline)
            if isPreview { return .json(document(difference, isApplied: false, pipeline.diagnostics)) }
            return .json(document(try await apply(pipeline), isApplied: true, pipeline.diagnostics))
        } catch {
            if !isPreview { target.reloadFailed(error) }
            return problem(error).response
        }
    }

    private static func document(
        _ difference: PlanDifference, isApplied: Bool, _ diagnostics: PipelineDiagnostics
    ) -> JSONValue {
        [
            "applied": .boolean(isApplied), "unchanged": .strings(difference.stages(.unchanged)),
            "replaced": .strings(difference.stages(.replaced)), "restarted": .strings(difference.stages(.restarted)),
            "added": .strings(difference.stages(.added)), "removed": .strings(difference.removed),
            "rejections": .array(difference.rejections.map(\.json)), "summary": .string(difference.summary),
            "warnings": .array(diagnostics.warnings.map(\.json)),
        ]
    }

    private static func problem(_ error: PipelineError) -> ProblemDetails {
        switch error {
        case .invalid(let diagnostics):
            ProblemDetails(
                422, "invalid-file", "the pipeline file is invalid; the run continues unchanged",
                ["errors": .array(diagnostics.errors.map(\.json)), "text": .string(diagnostics.text)])
        case .notReloadable(let diagnostics):
            ProblemDetails(
                409, "not-reloadable", "the change cannot be applied; the run continues unchanged",
                ["errors": .array(diagnostics.errors.map(\.json)), "text": .string(diagnostics.text)])
        case .failed, .cancelled, .alreadyStarted:
            ProblemDetails(409, "not-reloadable", "the run has ended")
        }
    }

    private var start: AdminRoute {
        Self.serviceRoute(
            "start", "Starts a pipeline of a service that waits, was stopped, or has failed.",
            "The pipeline is starting, or runs already."
        ) { $0.start }
    }

    private var restart: AdminRoute {
        Self.serviceRoute(
            "restart", "Stops the run of a pipeline of a service and starts it again, or starts the pipeline.",
            "The pipeline is stopping or starting."
        ) { $0.restart }
    }

    /// A route that only pipelines of a service have, and that requires a valid file.
    private static func serviceRoute(
        _ name: String, _ summary: String, _ help: String,
        _ action: @escaping @Sendable (AdminTarget) -> (@Sendable () async -> Void)?
    ) -> AdminRoute {
        AdminRoute(
            method: .post, path: "/\(name)", id: name, summary: summary,
            answers: [
                .init(status: 202, help: help, schema: "phase"),
                .init(
                    status: 409, help: "The process runs a single pipeline, or the pipeline file has errors.",
                    type: ProblemDetails.contentType, schema: "problem"),
            ]
        ) { request throws(ProblemDetails) in
            let target = try request.target()
            guard let work = action(target) else {
                throw ProblemDetails(409, "no-service", "only pipelines of a service can be \(name)ed")
            }
            if let errors = target.supervision?.diagnostics, !errors.isEmpty {
                throw ProblemDetails(
                    409, "invalid-file", "the pipeline file has errors", ["text": .string(errors)])
            }
            return Self.accepted(target, work)
        }
    }

    /// Performs an action and returns the phase of the run after it. A reload in progress does not delay it.
    private static func accepted(_ target: AdminTarget, _ action: @escaping @Sendable () async -> Void) -> AdminReply {
        .reading {
            await action()
            return .json(["phase": .string(target.status().phase.rawValue)] as JSONValue, status: 202)
        }
    }

    private var stop: AdminRoute {
        AdminRoute(
            method: .post, path: "/stop", id: "stop",
            summary: "Stops the run: the sources end, and all stages finish their output.",
            parameters: [
                .init(
                    name: "end",
                    help:
                        "Whether live playlists end; without it, they end in 'sluice run' and stay open in a service.",
                    schema: ["type": "boolean"], allowsEmptyValue: true)
            ],
            answers: [
                .init(status: 202, help: "The run is stopping, or has ended.", schema: "phase"),
                .init(
                    status: 400, help: "The parameter is invalid.", type: ProblemDetails.contentType,
                    schema: "problem"),
            ]
        ) { request throws(ProblemDetails) in
            let (target, ends) = (try request.target(), try request.optionalFlag("end"))
            return Self.accepted(target) { await target.stop(ends.map { $0 ? .end : .keepOpen }) }
        }
    }

    private var keyframe: AdminRoute {
        AdminRoute(
            method: .post, path: "/keyframe", id: "requestKeyframe",
            summary: "Requests a keyframe from all encoders: the next frame becomes a sync sample.",
            answers: [
                .init(status: 202, help: "The stages that encode the next frame as a keyframe.", schema: "stages"),
                .init(
                    status: 409, help: "No stage encodes on request.", type: ProblemDetails.contentType,
                    schema: "problem"),
            ]
        ) { request throws(ProblemDetails) in
            let stages = try request.target().requestKeyframes()
            guard !stages.isEmpty else {
                throw ProblemDetails(
                    409, "no-encoder", "no running stage encodes keyframes on request, such as 'video.encode'")
            }
            return .response(.json(["stages": .strings(stages)] as JSONValue, status: 202))
        }
    }
}

extension Diagnostic {
    /// The diagnostic as a JSON object. Locations that may contain a secret have no message.
    fileprivate var json: JSONValue {
        var object: JSONValue = ["code": .string(code), "severity": .string(severity.rawValue)]
        if !isSecret {
            object["message"] = .string(message)
            object["notes"] = .strings(notes)
        }
        if let location {
            object["line"] = .integer(location.line)
            object["column"] = .integer(location.column)
        }
        return object
    }
}
