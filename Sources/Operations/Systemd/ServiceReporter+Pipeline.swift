import PipelineRuntime
package import Sluice
import StageKit
import Synchronization

extension ServiceReporter {
    /// Creates a reporter of one run; nil if the process has no service manager.
    ///
    /// The run is ready when players can play: every rendition that has started has a segment.
    package convenience init?(_ pipeline: Pipeline, environment: [String: String]) {
        let monitor = Mutex(DataPathMonitor())
        self.init(
            environment: environment, reading: { Self.reading(of: pipeline) },
            stalls: { monitor.withLock { $0.stalls(in: pipeline.status) } })
    }

    private static func reading(of pipeline: Pipeline) -> ServiceReading {
        let status = pipeline.status
        return ServiceReading(
            isReady: status.isPublishing(pipeline.currentPlan), text: text(status),
            isEnding: status.phase == .stopping, hasEnded: status.phase.isEnd)
    }

    private static func text(_ status: RunStatus) -> String {
        let segments = status.renditions.reduce(0) { $0 + $1.segments }
        let lost = status.sources.filter(\.isLost).map(\.stage)
        let sources = lost.isEmpty ? "" : ", lost: \(lost.joined(separator: ", "))"
        let name = status.pipeline.filter { !$0.isNewline }
        return "\(name): \(status.phase.rawValue) for \(Int(status.wallSeconds)) s, "
            + "\(FigureText.count(status.renditions.count, "rendition")), "
            + "\(FigureText.count(segments, "segment"))\(sources)"
    }
}

extension RunStatus {
    /// Whether the run has started, and every rendition that has started has a segment. Pipelines without a sink for
    /// segments only have to start.
    func isPublishing(_ plan: PipelinePlan) -> Bool {
        guard ![.ready, .failed, .aborted].contains(phase) else { return false }
        let publishes = plan.stages.contains {
            $0.description.role == .sink && $0.description.inputName == Resource.payloadName
        }
        return !publishes || !renditions.isEmpty && renditions.allSatisfy { $0.segments > 0 }
    }
}
