import Media
import StageKit

// Sinks that fail while the run continues.
extension PipelineRun {
    /// Returns the rule for the errors of a sink.
    func tolerance(of task: StageTask) -> OutputTolerance {
        let rule: OutputTolerance.Rule =
            switch task.onError {
            case .automatic: .liveRuns
            case .retry: .always
            case .stop, .restart, .bypass: .ending
            }
        return OutputTolerance(
            rule, isLive: { [weak self] in self?.isLive ?? false },
            hasOtherSinks: { [weak self] in self?.hasSink(besides: task.stage) ?? false })
    }

    /// Whether a source delivers media as it is captured.
    private var isLive: Bool {
        configuration.tasks.contains { task in
            guard task.role == .source, let tracks = task.chain?.readings.first?.tracks else { return false }
            return tracks.contains { $0.track.liveOrigin != nil }
        }
    }

    private func hasSink(besides stage: Int) -> Bool {
        let running = monitor.state.withLock { $0.running }
        return configuration.tasks.contains { $0.role == .sink && $0.stage != stage && running.contains($0.stage) }
    }
}
