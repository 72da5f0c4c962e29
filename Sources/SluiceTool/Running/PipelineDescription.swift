import GStreamerStages
import Operations
import PipelineRuntime
import Sluice
import Synchronization

/// The description of a run, which each reload replaces: its outputs and the locations of its stages.
final class PipelineDescription: Sendable {
    private let pipeline: Mutex<Pipeline>
    private let hasFile: Bool

    /// Describes a pipeline. Without a file, the locations of stages are not shown.
    init(_ pipeline: Pipeline, hasFile: Bool) {
        self.pipeline = Mutex(pipeline)
        self.hasFile = hasFile
    }

    func replace(_ changed: Pipeline) { pipeline.withLock { $0 = changed } }

    /// Describes the end of the run.
    func summary(of status: RunStatus) -> RunSummary {
        let pipeline = pipeline.withLock { $0 }
        let location = hasFile ? status.failure.flatMap { pipeline.location(of: $0.stage) } : nil
        var summary = RunSummary(status, outputs: RunOutputs(pipeline.plan), at: location)
        for absence in Self.absences(besides: status.failure, in: pipeline.plan) {
            summary.message += "; also: \(absence)"
        }
        return summary
    }

    /// After a failure for want of a device, returns why the other devices of the plan cannot be opened.
    private static func absences(besides failure: RunStatus.Failure?, in plan: PipelinePlan) -> [String] {
        guard let failure, failure.kind.hasPrefix("capture."), failure.message.contains("there is no ") else {
            return []
        }
        return plan.stages.filter { $0.name != failure.stage }.compactMap { stage in
            let device = stage.optionTexts["device"]
            return switch stage.description.kind {
            case "capture.video", "capture.coded-video":
                device.flatMap { CaptureDeviceNode.absence(of: $0, .camera) }
            case "capture.audio": CaptureDeviceNode.absence(of: device ?? "default", .microphone)
            default: nil
            }
        }
    }
}
