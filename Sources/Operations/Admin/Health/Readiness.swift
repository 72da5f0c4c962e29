package import PipelineRuntime

/// Whether players can play the output of a pipeline: each rendition has a recent segment.
package struct Readiness: Sendable, Hashable {
    /// The reasons why players cannot play; empty if the pipeline is ready.
    package var reasons: [String] = []
    package var isReady: Bool { reasons.isEmpty }

    /// Judges a status. A rendition is recent if its newest segment was published within two target durations.
    ///
    /// A pipeline of a service that waits for a viewer is ready: the first request starts it.
    package init(_ status: RunStatus) {
        if let supervision = status.supervision, supervision.state != "running" {
            guard supervision.state != "waiting" else { return }
            let reason = supervision.explanation
            reasons.append("the pipeline is \(supervision.state)" + (reason.isEmpty ? "" : ": \(reason)"))
            return
        }
        switch status.phase {
        case .ready: reasons.append("the run has not started")
        case .running: break
        case .stopping: reasons.append("the run is stopping")
        case .finished, .stopped: reasons.append("the run has ended")
        case .failed, .aborted: reasons.append("the run has failed")
        }
        guard reasons.isEmpty else { return }
        if status.renditions.isEmpty { reasons.append("no segment has been published") }
        for rendition in status.renditions {
            let name = "'\(rendition.sink)' rendition '\(rendition.name)'"
            guard rendition.segments > 0 else {
                reasons.append("\(name): no segment has been published")
                continue
            }
            let limit = 2 * (rendition.targetSeconds ?? rendition.lastSeconds.rounded(.up))
            if rendition.age > limit {
                reasons.append("\(name): no segment for more than two target durations (\(Int(limit.rounded())) s)")
            }
        }
    }
}
