import Digests
package import Media

/// The immutable description of a distributed job: its input, its pipeline and its tasks.
///
/// Segment names, decode times and initialization segments depend on the plan only, never on the process, the machine
/// or the processing order of tasks.
package struct JobPlan: Sendable, Hashable, Codable {
    /// The version of the format.
    package static let schema = "sluice-job-plan-1"
    /// The path of the plan in the output folder.
    package static let path = ".job/plan.json"

    package var schema = Self.schema
    /// The SHA-256 digest of the plan without this value; reports refer to it.
    package var identity = ""
    package var software: JobSoftware
    package var pipeline: PlannedPipeline
    /// The base folder of relative paths in the pipeline; absolute.
    package var workingFolder: String
    /// The output folder; absolute.
    package var output: String
    /// The input files at the time of planning.
    package var inputs: [InputFile]
    /// The duration of the media.
    package var duration: MediaTime
    /// The start of the segment grid, and the distance between its boundaries.
    package var gridStart: MediaTime
    package var interval: MediaTime
    /// The number of segments of a chunk.
    package var segmentsPerChunk: Int
    /// The starts of the segments after the first one: the times of the first video frames at or after the boundaries of
    /// the grid. Nil if the frame times are unknown.
    package var segmentStarts: [MediaTime]?
    /// The starts of the segments of tracks that follow video, which may end earlier. Nil if the frame times are unknown.
    package var followingStarts: [MediaTime]?
    /// The formats with which the inputs of encoders begin, by stage name, so that all tasks encode the same format; nil if
    /// they are unknown.
    package var formats: [String: [MediaFormat]]?
    /// The analysis that the ladder of the pipeline is based on; nil for a fixed ladder.
    package var ladder: LadderAnalysis?
    /// The tasks by index: analyses first, which chunks require, then whole tracks, since they take longest.
    package var tasks: [JobTask]

    /// The pipeline file as text, with the values of its parameters.
    package struct PlannedPipeline: Sendable, Hashable, Codable {
        package var name: String
        /// The path of the pipeline file; the paths of plugins are relative to it.
        package var path: String
        package var text: String
        package var parameters: [String: String]
        /// The environment variables that set parameters.
        package var environment: [String: String]
        package var plugins: [String]

        package init(
            name: String, path: String, text: String, parameters: [String: String] = [:],
            environment: [String: String] = [:], plugins: [String] = []
        ) {
            self.environment = environment
            (self.name, self.path, self.text, self.parameters) = (name, path, text, parameters)
            self.plugins = plugins
        }
    }
}

extension JobPlan {
    /// The plan as JSON. Equal plans have equal bytes.
    package var bytes: [UInt8] { JobDocument.bytes(of: self) }

    /// Returns the plan with the digest of its content as identity.
    package func identified() -> JobPlan {
        var plan = self
        plan.identity = ""
        plan.identity = SHA256.text(of: plan.bytes)
        return plan
    }

    /// Parses and validates a plan.
    package init(parsing bytes: [UInt8], from path: String) throws(JobError) {
        self = try JobDocument.parse(bytes, schema: Self.schema, path: path)
        guard identified().identity == identity else {
            throw JobError("'\(path)' was changed after planning; plan the job again")
        }
        guard tasks.map(\.index) == Array(tasks.indices), segmentsPerChunk > 0, interval > .zero,
            tasks.allSatisfy({ $0.firstSegment >= 0 && !$0.start.isIndefinite })
        else { throw JobError("'\(path)' contains contradicting tasks; plan the job again") }
    }

    /// The duration above which a video segment contains a boundary without a sync sample: two intervals, or more where
    /// the frames of the input are further apart.
    package func longestDuration(ofSegment index: Int) -> MediaTime {
        let usual = interval + interval
        guard let starts = segmentStarts, index >= 0, index <= starts.count else { return usual }
        let start = index == 0 ? MediaTime.zero : starts[index - 1]
        let end = index < starts.count ? starts[index] : duration
        return max(usual, end - start + interval)
    }

    /// Returns tasks in the rounds that engines process: analyses, then the tasks that require them.
    package static func rounds(_ tasks: [JobTask]) -> [[JobTask]] {
        [tasks.filter { $0.kind == .analysis }, tasks.filter { $0.kind != .analysis }].filter { !$0.isEmpty }
    }

    /// Whether chunks require the results of analyses.
    package var hasAnalysis: Bool { tasks.contains { $0.kind == .analysis } }
    /// The number of analyses, which are the first tasks.
    package var analysisCount: Int { tasks.count { $0.kind == .analysis } }

    /// The task with this index. Throws if there is none.
    package func task(_ index: Int) throws(JobError) -> JobTask {
        guard tasks.indices.contains(index) else {
            throw JobError("the plan has no task \(index); its tasks are 0 to \(tasks.count - 1)")
        }
        return tasks[index]
    }
}
