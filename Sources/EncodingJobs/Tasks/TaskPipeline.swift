import Media
import PackagingStages
package import PipelineRuntime
import StageKit

/// The pipeline of one task: the job's pipeline without the stages that publish, restricted to the task's portion.
package struct TaskPipeline: Sendable {
    private let pipeline: PipelinePlan
    private let layout: JobLayout
    private let encoding: TwoPassEncoding?

    package init(_ pipeline: PipelinePlan, _ encoding: TwoPassEncoding? = nil) throws(JobError) {
        (self.pipeline, self.encoding) = (pipeline, encoding)
        layout = try JobLayout(pipeline, encoding)
    }

    /// A pass over the media of a chunk, with its share of the average bit rate.
    typealias Pass = (pass: TwoPassEncoding.Pass, share: Double)

    /// Returns the pipeline of an analysis, whose segments are measured.
    func analysis(
        _ task: JobTask, of plan: JobPlan, into result: MeasureSegments.Result
    ) throws(JobError) -> PipelinePlan {
        guard task.stages == layout.analysisStages else { throw contradiction(task) }
        return try self.plan(task, of: plan, replacing: { try encoding?.analysis($0) }) { inputs in
            StageCatalogue.planned(
                MeasureSegments.self, "job-measure", .sink(MeasureSegments(into: result)), inputs)
        }
    }

    /// Returns the pipeline that passes the segments of a task to `store`.
    func plan(
        _ task: JobTask, of plan: JobPlan, into store: StoreSegments, pass: Pass? = nil
    ) throws(JobError) -> PipelinePlan {
        guard task.kind != .chunk || task.stages == layout.chunkStages else { throw contradiction(task) }
        return try self.plan(
            task, of: plan,
            replacing: { stage in
                guard let pass, let encoding, try encoding.analysis(stage) != nil else { return nil }
                return encoding.pass(stage, pass.pass, pass.share)
            }
        ) { inputs in
            StageCatalogue.planned(StoreSegments.self, "job-segments", .sink(store), inputs)
        }
    }

    private func contradiction(_ task: JobTask) -> JobError {
        JobError("the stages of \(task.text) are not those of its pipeline; plan the job again")
    }

    private func plan(
        _ task: JobTask, of plan: JobPlan, replacing: (AnyStage) throws -> AnyStage?,
        sink: (_ inputs: [String]) -> PlannedStage
    ) throws(JobError) -> PipelinePlan {
        let names = Set(task.stages)
        guard names.isSubset(of: pipeline.stages.map(\.name)) else { throw contradiction(task) }
        var result = PipelinePlan(name: pipeline.name, stages: [])
        result.redactor = pipeline.redactor
        for stage in pipeline.stages where names.contains(stage.name) {
            var stage = stage
            stage.inputs = stage.inputs.filter { names.contains($0) }
            do {
                if let other = try replacing(stage.stage) { stage.stage = other }
                if stage.stage.isDivisible(in: task) {
                    stage.stage = try stage.stage.restricted(to: portion(task, of: plan, for: stage, names))
                }
            } catch {
                throw JobError("stage '\(stage.name)': \(error)")
            }
            result.stages.append(stage)
        }
        if task.kind == .chunk || task.kind == .analysis { try insertTrims(task, into: &result) }
        let writer = layout.stage(layout.playlists)
        let inputs = (writer?.inputs ?? []).filter { names.contains($0) }
        result.stages.append(sink(inputs))
        return result
    }

    /// The function that names the files of segments.
    var paths: @Sendable (Segment) -> String? {
        let writer = layout.stage(layout.playlists)?.stage.as(HLSPlaylist.self)
        return { writer?.path(of: $0) }
    }

    private func portion(
        _ task: JobTask, of plan: JobPlan, for stage: PlannedStage, _ names: Set<String>
    ) -> MediaPortion {
        var types: Set<MediaType> = []
        for consumer in pipeline.stages where names.contains(consumer.name) && consumer.inputs.contains(stage.name) {
            types.formUnion(consumer.stage.acceptedTypes)
        }
        if stage.description.role != .source { types = Set(MediaType.allCases) }
        var portion = MediaPortion(
            from: task.start, to: task.end, mediaTypes: types, firstSegment: task.firstSegment)
        (portion.warmUp, portion.lookAhead) = margins(of: stage.name, names)
        portion.trackStarts = task.trackStarts
        portion.trackFormats = plan.formats?[stage.name] ?? []
        if !task.end.isIndefinite { portion.nextFrame = plan.segmentStarts?.first { $0 >= task.end } }
        if task.kind == .whole || task.kind == .overlapping, let starts = plan.followingStarts ?? gridStarts(plan) {
            portion.segmentStarts = starts.filter { $0 > task.start && $0 < task.end }
        }
        return portion
    }

    /// The boundaries of the grid, if chunks divide the media on it.
    private func gridStarts(_ plan: JobPlan) -> [MediaTime]? {
        guard plan.tasks.contains(where: { $0.kind == .overlapping }) else { return nil }
        let grid = SegmentGrid(start: plan.gridStart, interval: plan.interval)
        let last = max(0, grid.index(at: plan.duration))
        return last > 0 ? (1...last).map { grid.boundary($0) } : []
    }

    /// The media before and after a portion that a stage and those below it require.
    private func margins(of name: String, _ names: Set<String>) -> (warmUp: MediaTime, lookAhead: MediaTime) {
        var below = (warmUp: MediaTime.zero, lookAhead: MediaTime.zero)
        for stage in pipeline.stages where names.contains(stage.name) && stage.inputs.contains(name) {
            let margins = margins(of: stage.name, names)
            below = (max(below.warmUp, margins.warmUp), max(below.lookAhead, margins.lookAhead))
        }
        guard let own = layout.stage(name)?.stage.distribution.margins else { return below }
        return (below.warmUp + own.warmUp, below.lookAhead + own.lookAhead)
    }

    /// Removes the media around the portion where no later stage requires it. Encoders remove it themselves.
    private func insertTrims(_ task: JobTask, into plan: inout PipelinePlan) throws(JobError) {
        let graph = StageGraph(plan.stages)
        let warm = plan.stages.filter { $0.stage.distribution.margins.map { $0 != (.zero, .zero) } ?? false }
        guard !warm.isEmpty else { return }
        let above = graph.above(warm.map(\.name))
        let encoders = Set(plan.stages.filter { $0.description.outputName == Sample.payloadName }.map(\.name))
        var trims: [PlannedStage] = []
        for index in plan.stages.indices where !above.contains(plan.stages[index].name) {
            for (input, name) in plan.stages[index].inputs.enumerated()
            where above.contains(name)
                || plan.stages.contains(where: { $0.name == name && $0.description.role == .source })
            {
                if encoders.contains(name) { continue }
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
    /// Whether the stage processes the portion of a task. Tasks of whole tracks have one without limits, in which encoders
    /// give the same bytes whenever they run.
    fileprivate func isDivisible(in task: JobTask) -> Bool {
        switch distribution {
        case .whole: task.kind == .whole
        case .portions: true
        case .approximate: task.kind == .overlapping
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
