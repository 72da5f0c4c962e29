import Media
import PackagingStages
package import PipelineRuntime
import StageKit

/// The pipeline of one task: the job's pipeline without the stages that publish, restricted to the task's portion.
package struct TaskPipeline: Sendable {
    private let pipeline: PipelinePlan
    private let layout: JobLayout

    package init(_ pipeline: PipelinePlan) throws(JobError) {
        self.pipeline = pipeline
        layout = try JobLayout(pipeline)
    }

    /// Returns the pipeline that passes the segments of a task to `store`.
    func plan(_ task: JobTask, into store: StoreSegments) throws(JobError) -> PipelinePlan {
        let names = Set(task.stages)
        guard task.stages == (task.kind == .chunk ? layout.chunkStages : task.stages),
            names.isSubset(of: pipeline.stages.map(\.name))
        else { throw JobError("the stages of \(task.text) are not those of its pipeline; plan the job again") }
        var result = PipelinePlan(name: pipeline.name, stages: [])
        result.redactor = pipeline.redactor
        for stage in pipeline.stages where names.contains(stage.name) {
            var stage = stage
            stage.inputs = stage.inputs.filter { names.contains($0) }
            if task.kind == .chunk || stage.description.role == .source, stage.stage.distribution != .whole {
                do {
                    stage.stage = try stage.stage.restricted(to: portion(task, for: stage, names))
                } catch {
                    throw JobError("stage '\(stage.name)': \(error)")
                }
            }
            result.stages.append(stage)
        }
        if task.kind == .chunk, layout.warmUp > .zero { try insertTrims(task, into: &result) }
        let writer = layout.stage(layout.playlists)
        let inputs = (writer?.inputs ?? []).filter { names.contains($0) }
        result.stages.append(StageCatalogue.planned(StoreSegments.self, "job-segments", .sink(store), inputs))
        return result
    }

    /// The function that names the files of segments.
    var paths: @Sendable (Segment) -> String? {
        let writer = layout.stage(layout.playlists)?.stage.as(HLSPlaylist.self)
        return { writer?.path(of: $0) }
    }

    private func portion(_ task: JobTask, for stage: PlannedStage, _ names: Set<String>) -> MediaPortion {
        var types: Set<MediaType> = []
        for consumer in pipeline.stages where names.contains(consumer.name) && consumer.inputs.contains(stage.name) {
            types.formUnion(consumer.stage.acceptedTypes)
        }
        if stage.description.role != .source { types = Set(MediaType.allCases) }
        return MediaPortion(
            from: task.start, to: task.end, warmUp: task.kind == .chunk ? layout.warmUp : .zero, mediaTypes: types,
            firstSegment: task.firstSegment)
    }

    /// Removes the media of the warm-up where no later stage requires it.
    private func insertTrims(_ task: JobTask, into plan: inout PipelinePlan) throws(JobError) {
        let graph = StageGraph(plan.stages)
        let warm = Set(plan.stages.filter { ($0.stage.distribution.warmUp ?? .zero) > .zero }.map(\.name))
        let above = graph.above(Array(warm))
        var trims: [PlannedStage] = []
        for index in plan.stages.indices where !above.contains(plan.stages[index].name) {
            for (input, name) in plan.stages[index].inputs.enumerated()
            where above.contains(name)
                || plan.stages.contains(where: { $0.name == name && $0.description.role == .source })
            {
                guard plan.stages[index].description.inputName == Frame.payloadName else {
                    throw JobError("stage '\(plan.stages[index].name)': a warm-up is supported for frames only")
                }
                let trim = TrimFrames(MediaPortion(from: task.start, to: task.end))
                let trimName = "job-trim-\(index)-\(input)"
                trims.append(StageCatalogue.planned(TrimFrames.self, trimName, .transform(trim), [name]))
                plan.stages[index].inputs[input] = trimName
            }
        }
        // Every stage reads from stages before it.
        for trim in trims {
            let place = plan.stages.firstIndex { $0.inputs.contains(trim.name) } ?? plan.stages.endIndex
            plan.stages.insert(trim, at: place)
        }
    }
}

extension AnyStage {
    /// The media types that the stage accepts.
    fileprivate var acceptedTypes: Set<MediaType> {
        switch self {
        case .transform(let stage): type(of: stage).mediaTypes
        case .processor(let stage): type(of: stage).mediaTypes
        case .source, .sink: Set(MediaType.allCases)
        }
    }
}

extension StageCatalogue {
    /// Returns a stage of a plan that no pipeline file contains.
    static func planned<Value: Source>(
        _ type: Value.Type, _ name: String, _ stage: AnyStage, _ inputs: [String]
    ) -> PlannedStage {
        planned(name, stage, inputs, type.kind) { $0.register(type) }
    }

    static func planned<Value: Sink>(
        _ type: Value.Type, _ name: String, _ stage: AnyStage, _ inputs: [String]
    ) -> PlannedStage {
        planned(name, stage, inputs, type.kind) { $0.register(type) }
    }

    static func planned<Value: Transform>(
        _ type: Value.Type, _ name: String, _ stage: AnyStage, _ inputs: [String]
    ) -> PlannedStage {
        planned(name, stage, inputs, type.kind) { $0.register(type) }
    }

    private static func planned(
        _ name: String, _ stage: AnyStage, _ inputs: [String], _ kind: String,
        _ register: (inout StageCatalogue) -> Void
    ) -> PlannedStage {
        var catalogue = StageCatalogue()
        register(&catalogue)
        guard let description = catalogue[kind] else { preconditionFailure("the kind was registered") }
        return PlannedStage(name: name, description: description, stage: stage, inputs: inputs)
    }
}
