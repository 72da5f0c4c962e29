import StageKit

extension PipelineRun {
    /// Requests a keyframe from all encoders. The request travels upstream from the sinks, like the requests of stages.
    ///
    /// Returns the names of the stages that encode on request; the others ignore it.
    package func requestKeyframes() -> [String] {
        let shape = configuration
        let running = monitor.state.withLock { $0.running }
        let encoders = zip(shape.plan.stages, shape.numbers).filter { stage, number in
            running.contains(number) && stage.encodesOnRequest
        }
        guard !encoders.isEmpty else { return [] }
        for task in shape.tasks where task.role == .sink && running.contains(task.stage) {
            task.link?.requests.send(.keyframe(at: nil))
        }
        return encoders.map(\.0.name)
    }
}

extension PlannedStage {
    /// Whether the stage emits coded video with sync samples at requested frames.
    fileprivate var encodesOnRequest: Bool {
        let coder: (any SyncSampleControlling)? =
            switch stage {
            case .source(let stage): stage as? any SyncSampleControlling
            case .processor(let stage): stage as? any SyncSampleControlling
            case .transform, .sink: nil
            }
        return coder?.syncSamples == .onRequest
    }
}
