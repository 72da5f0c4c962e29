package import Media
package import PipelineRuntime
import StageKit
import SystemFiles

/// Plans a job: probes the input and divides the pipeline and the media into tasks.
package struct JobPlanner: Sendable {
    /// The maximum number of tasks.
    package static let maximumTaskCount = 100_000
    private let pipeline: PipelinePlan
    private let layout: JobLayout

    /// Throws if the pipeline cannot run as a job.
    package init(_ pipeline: PipelinePlan) throws(JobError) {
        self.pipeline = pipeline
        layout = try JobLayout(pipeline)
    }

    /// The name of the stage that stores the presentation.
    package var folderStage: String? {
        layout.publishing.last { layout.stage($0)?.description.role == .sink }
    }

    /// Returns the duration of the longest source of the chunks. Throws if no source declares one.
    package func mediaDuration() async throws(JobError) -> MediaTime {
        var longest: MediaTime?
        for name in layout.chunkStages {
            guard let planned = layout.stage(name), case .source(let source) = planned.stage else { continue }
            do {
                guard let duration = try await source.mediaDuration() else { continue }
                longest = max(longest ?? .zero, duration)
            } catch {
                throw JobError("stage '\(name)': \(error)")
            }
        }
        if layout.chunkStages.isEmpty { return .zero }
        guard let longest else { throw JobError("the input does not declare its duration; set it with --duration") }
        return longest
    }

    /// Returns the plan of a job with chunks of about `chunk`, in whole segments.
    package func plan(
        _ description: JobPlan.PlannedPipeline, duration: MediaTime, chunk: MediaTime, software: JobSoftware,
        workingFolder: String, output: String
    ) throws(JobError) -> JobPlan {
        let grid = layout.grid
        let tasks: [JobTask]
        var segmentsPerChunk = 1
        if layout.chunkStages.isEmpty {
            tasks = wholeTasks
        } else {
            segmentsPerChunk = Int(clamping: max(1, SegmentGrid(interval: grid.interval).index(at: chunk)))
            tasks = try wholeTasks + chunkTasks(grid, duration, segmentsPerChunk, after: wholeTasks.count)
        }
        return JobPlan(
            software: software, pipeline: description, workingFolder: workingFolder, output: output,
            inputs: try inputs, duration: duration, gridStart: grid.start,
            interval: grid.interval.isIndefinite ? .seconds(1) : grid.interval, segmentsPerChunk: segmentsPerChunk,
            tasks: tasks
        ).identified()
    }

    private var wholeTasks: [JobTask] {
        layout.wholeStages.enumerated().map { JobTask(index: $0.offset, kind: .whole, stages: $0.element) }
    }

    private func chunkTasks(
        _ grid: SegmentGrid, _ duration: MediaTime, _ count: Int, after first: Int
    ) throws(JobError) -> [JobTask] {
        let segments = max(1, Int64(grid.index(at: max(grid.start, duration - .milliseconds(1)))) + 1)
        let chunks = (segments - 1) / Int64(count) + 1
        guard chunks <= Self.maximumTaskCount else {
            throw JobError(
                "the job would have \(chunks) tasks; the limit is \(Self.maximumTaskCount): use longer chunks")
        }
        return (0..<chunks).map { number in
            let segment = number * Int64(count)
            return JobTask(
                index: first + Int(number), kind: .chunk, stages: layout.chunkStages,
                from: number == 0 ? .zero : grid.boundary(segment),
                to: number == chunks - 1 ? .indefinite : grid.boundary(segment + Int64(count)),
                firstSegment: Int(segment))
        }
    }

    /// The files that the options of sources name.
    private var inputs: [InputFile] {
        get throws(JobError) {
            var files: [InputFile] = []
            for stage in pipeline.stages where stage.description.role == .source {
                guard let path = stage.optionTexts["path"], !files.contains(where: { $0.path == path }) else {
                    continue
                }
                files.append(try InputFile(examining: path))
            }
            return files
        }
    }
}
