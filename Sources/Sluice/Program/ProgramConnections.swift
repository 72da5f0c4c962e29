import PipelineRuntime
import StageKit
import Synchronization

/// The connections between a program and the stages of one pipeline, by stage name.
final class ProgramConnections: Sendable {
    private struct State {
        var inputs: [String: any ProgramConnection] = [:]
        var receivers: [String: ResourceReceiver] = [:]
        var isClosed = false
    }
    private let state = Mutex(State())

    /// Returns the program's end of a source, and creates it on first use; nil if the stage has another payload.
    func input<Content: Payload>(_ stage: String, _ type: Content.Type = Content.self) -> PipelineInput<Content>? {
        state.withLock { state in
            if let input = state.inputs[stage] { return input as? PipelineInput<Content> }
            let input = PipelineInput<Content>(stage: stage)
            if state.isClosed { input.close() }
            state.inputs[stage] = input
            return input
        }
    }

    /// The receiver of a sink's resources; nil if the program has not connected one.
    func receiver(_ stage: String) -> ResourceReceiver? { state.withLock { $0.receivers[stage] } }

    /// Connects a receiver to a sink. Replaces an earlier one.
    func connect(_ receiver: ResourceReceiver, to stage: String) { state.withLock { $0.receivers[stage] = receiver } }

    /// Returns an error for each stage of the plan that needs a connection and has none.
    func unconnected(in plan: PipelinePlan) -> [Diagnostic] {
        let state = state.withLock { (inputs: Set($0.inputs.keys), receivers: Set($0.receivers.keys)) }
        return plan.stages.compactMap { stage in
            let remedy: String
            switch stage.description.kind {
            case FeedSamples.kind where !state.inputs.contains(stage.name): remedy = "Pipeline.sampleInput"
            case FeedFrames.kind where !state.inputs.contains(stage.name): remedy = "Pipeline.frameInput"
            case DeliverResources.kind where !state.receivers.contains(stage.name): remedy = "Pipeline.resources"
            default: return nil
            }
            return Diagnostic(
                code: "unconnected-stage",
                message: "no program is connected to '\(stage.name)' (\(stage.description.kind))",
                notes: ["run the pipeline in a program that calls \(remedy)(of: \"\(stage.name)\")"])
        }
    }

    /// Ends all connections: appended payloads are refused from now on, and the sequences of resources end.
    func close() {
        let (inputs, receivers) = state.withLock { state in
            state.isClosed = true
            return (Array(state.inputs.values), Array(state.receivers.values))
        }
        for input in inputs { input.close() }
        for receiver in receivers { receiver.end() }
    }
}
