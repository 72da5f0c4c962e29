import Media
import PipelineRuntime
public import StageKit

extension Pipeline {
    /// Returns the program's end of a stage of the kind `program.samples`.
    ///
    /// Throws ``PipelineError/invalid(_:)`` when there is no such stage.
    public func sampleInput(of stage: String) throws(PipelineError) -> SampleInput {
        try requireStage(stage, FeedSamples.kind)
        guard let input = connections.input(stage, Sample.self) else { throw Self.missing(stage, FeedSamples.kind) }
        return input
    }

    /// Returns the program's end of a stage of the kind `program.frames`.
    ///
    /// Throws ``PipelineError/invalid(_:)`` when there is no such stage.
    public func frameInput(of stage: String) throws(PipelineError) -> FrameInput {
        try requireStage(stage, FeedFrames.kind)
        guard let input = connections.input(stage, Frame.self) else { throw Self.missing(stage, FeedFrames.kind) }
        return input
    }

    /// Returns the resources that a stage of the kind `program.resources` publishes, for one iteration.
    ///
    /// Throws ``PipelineError/invalid(_:)`` when there is no such stage.
    public func resources(of stage: String) throws(PipelineError) -> PublishedResources {
        try requireStage(stage, DeliverResources.kind)
        let channel = ProgramChannel<Resource>()
        let receiver = ResourceReceiver(receive: { try await channel.append($0) }, end: { channel.close() })
        connections.connect(receiver, to: stage)
        return PublishedResources(channel)
    }

    /// Calls `handler` with each resource that a stage of the kind `program.resources` publishes, in order.
    ///
    /// The stage waits for the handler; an error that it throws ends the run. Throws ``PipelineError/invalid(_:)`` when
    /// there is no such stage.
    public func onResource(
        of stage: String, _ handler: @escaping @Sendable (Resource) async throws -> Void
    ) throws(PipelineError) {
        try requireStage(stage, DeliverResources.kind)
        let receive: @Sendable (Resource) async throws -> Bool = { resource in
            try await handler(resource)
            return true
        }
        connections.connect(ResourceReceiver(receive: receive, end: {}), to: stage)
    }

    private func requireStage(_ name: String, _ kind: String) throws(PipelineError) {
        guard currentPlan.stages.contains(where: { $0.name == name && $0.description.kind == kind }) else {
            throw Self.missing(name, kind)
        }
    }

    private static func missing(_ name: String, _ kind: String) -> PipelineError {
        .invalid(
            PipelineDiagnostics([
                Diagnostic(code: "unknown-stage", message: "the pipeline has no stage '\(name)' of the kind \(kind)")
            ]))
    }
}
