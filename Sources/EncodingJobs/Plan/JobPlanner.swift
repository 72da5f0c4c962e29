package import Media
package import PipelineRuntime
import StageKit

/// Plans a job: probes the input and divides the pipeline and the media into tasks.
package struct JobPlanner: Sendable {
    /// The maximum number of tasks.
    package static let maximumTaskCount = 100_000
    /// The duration below which the last portion belongs to the preceding one: the reorder delay of a few frames is not
    /// that of a longer portion.
    private static let shortestPortion = MediaTime.seconds(1)
    private let pipeline: PipelinePlan
    private let layout: JobLayout

    /// Throws if the pipeline cannot run as a job.
    package init(_ pipeline: PipelinePlan, _ encoding: TwoPassEncoding? = nil) throws(JobError) {
        self.pipeline = pipeline
        layout = try JobLayout(pipeline, encoding)
    }

    /// The name of the stage that stores the presentation.
    package var folderStage: String? {
        layout.publishing.last { layout.stage($0)?.description.role == .sink }
    }

    /// The names of the stages that process video and require whole tracks, so that one task makes their output.
    package var undividedVideo: [String] {
        layout.wholeStages.joined().filter { name in
            guard let stage = layout.stage(name)?.stage, stage.distribution == .whole else { return false }
            return stage.acceptedTypes == [.video]
        }
    }

    /// Returns the plan of a job with chunks of about `chunk`, in whole segments. With `audioChunk`, encoded audio is
    /// divided into tasks of about that duration.
    package func plan(
        _ description: JobPlan.PlannedPipeline, _ media: JobMedia, chunk: MediaTime, audioChunk: MediaTime? = nil,
        ladder: LadderAnalysis? = nil, software: JobSoftware, workingFolder: String, output: String
    ) throws(JobError) -> JobPlan {
        let grid = layout.grid
        var tasks = try wholeTasks(media, audioChunk)
        var segmentsPerChunk = 1
        if !layout.chunkStages.isEmpty {
            segmentsPerChunk = segments(in: chunk)
            let portions = try portions(media.segmentStarts, media, segmentsPerChunk)
            func chunks(_ kind: JobTask.Kind, _ stages: [String]) -> [JobTask] {
                portions.map {
                    JobTask(
                        index: 0, kind: kind, stages: stages, from: $0.start, to: $0.end, firstSegment: $0.segment)
                }
            }
            if !layout.analysisStages.isEmpty { tasks = chunks(.analysis, layout.analysisStages) + tasks }
            tasks += chunks(.chunk, layout.chunkStages)
        }
        for index in tasks.indices { tasks[index].index = index }
        return JobPlan(
            software: software, pipeline: description, workingFolder: workingFolder, output: output,
            inputs: try pipeline.inputFiles(), duration: media.duration, gridStart: grid.start,
            interval: grid.interval.isIndefinite ? .seconds(1) : grid.interval, segmentsPerChunk: segmentsPerChunk,
            segmentStarts: media.segmentStarts, followingStarts: media.followingStarts(on: grid),
            formats: media.formats, ladder: ladder, tasks: tasks
        ).identified()
    }

    private func segments(in time: MediaTime) -> Int {
        Int(clamping: max(1, SegmentGrid(interval: layout.grid.interval).index(at: time)))
    }

    private func wholeTasks(_ media: JobMedia, _ audioChunk: MediaTime?) throws(JobError) -> [JobTask] {
        var tasks: [JobTask] = []
        for stages in layout.wholeStages {
            guard let audioChunk else {
                tasks.append(JobTask(index: 0, kind: .whole, stages: stages))
                continue
            }
            if let stage = stages.lazy.compactMap({ layout.stage($0) }).first(where: { $0.stage.distribution == .whole }
            ) {
                throw JobError(
                    "stage '\(stage.name)' (\(stage.description.kind)) requires whole tracks; omit --audio-chunk")
            }
            let starts = media.followingStarts(on: layout.grid)
            for portion in try portions(starts, media, segments(in: audioChunk)) {
                var task = JobTask(
                    index: 0, kind: .overlapping, stages: stages,
                    from: portion.segment == 0 ? .zero : start(ofSegment: portion.segment, starts),
                    to: portion.end.isIndefinite ? .indefinite : start(ofSegment: portion.nextSegment, starts),
                    firstSegment: portion.segment)
                task.trackStarts = media.audioStarts
                tasks.append(task)
            }
        }
        return tasks
    }

    /// A number of consecutive segments.
    private typealias Portion = (segment: Int, nextSegment: Int, start: MediaTime, end: MediaTime)

    /// Divides the media into portions of `count` segments, which have these starts. Their bounds are on the grid.
    private func portions(_ starts: [MediaTime]?, _ media: JobMedia, _ count: Int) throws(JobError) -> [Portion] {
        let grid = layout.grid
        let last = grid.index(at: max(grid.start, media.duration - .milliseconds(1)))
        let segments = starts.map { $0.count + 1 } ?? Int(clamping: max(0, last) + 1)
        var portions = (segments - 1) / count + 1
        guard portions <= Self.maximumTaskCount else {
            throw JobError(
                "the job would have \(portions) tasks; the limit is \(Self.maximumTaskCount): use longer chunks")
        }
        func boundary(_ segment: Int) -> MediaTime {
            grid.boundary(max(0, grid.index(at: start(ofSegment: segment, starts))))
        }
        if portions > 1, media.duration - boundary((portions - 1) * count) < Self.shortestPortion { portions -= 1 }
        return (0..<portions).map { number in
            let (first, next) = (number * count, (number + 1) * count)
            return (
                first, next, number == 0 ? .zero : boundary(first),
                number == portions - 1 ? .indefinite : boundary(next)
            )
        }
    }

    /// The time of the first video frame of a segment, or its boundary if the frame times are unknown.
    private func start(ofSegment index: Int, _ starts: [MediaTime]?) -> MediaTime {
        guard index > 0, let starts else { return layout.grid.boundary(Int64(index)) }
        return starts.indices.contains(index - 1) ? starts[index - 1] : .indefinite
    }
}
