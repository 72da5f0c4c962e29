import Media

/// The result of a task: its files with their digests and media times. Written last, as the mark of completion.
package struct TaskReport: Sendable, Hashable, Codable {
    package static let schema = "sluice-job-report-1"

    package var schema = Self.schema
    /// The identity of the plan.
    package var plan: String
    package var task: Int
    package var software: JobSoftware
    /// The machine that processed the task.
    package var host: String
    package var wallSeconds: Double
    package var processorSeconds: Double
    /// The folder of the files next to the report in an object store; nil in a file system.
    package var attempt: String?
    package var renditions: [ReportedRendition]
    /// The result of an analysis; nil for other tasks.
    package var complexity: ChunkComplexity?

    package init(
        plan: String, task: Int, software: JobSoftware, host: String, wallSeconds: Double = 0,
        processorSeconds: Double = 0, renditions: [ReportedRendition],
        complexity: ChunkComplexity? = nil
    ) {
        self.complexity = complexity
        (self.plan, self.task, self.software, self.host) = (plan, task, software, host)
        (self.wallSeconds, self.processorSeconds, self.renditions) = (wallSeconds, processorSeconds, renditions)
    }

    package var bytes: [UInt8] { JobDocument.bytes(of: self) }

    /// Parses and validates a report.
    package init(parsing bytes: [UInt8], from path: String) throws(JobError) {
        self = try JobDocument.parse(bytes, schema: Self.schema, path: path)
        let times = [wallSeconds, processorSeconds]
        guard task >= 0, complexity?.isValid ?? true, renditions.allSatisfy(\.isValid),
            times.allSatisfy({ $0 >= 0 && $0 < 1e9 })
        else {
            throw JobError("'\(path)' is damaged; process the task again with 'sluice job resume'")
        }
    }

    /// The number of bytes of all files.
    package var byteCount: Int { renditions.reduce(0) { $0 + $1.files.reduce(0) { $0 + $1.byteCount } } }
    /// The number of media segments.
    package var segmentCount: Int { renditions.reduce(0) { $0 + $1.segments.count } }
}
