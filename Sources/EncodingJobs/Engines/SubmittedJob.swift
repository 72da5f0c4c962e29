import Media

/// The jobs of an engine that process a plan.
package struct SubmittedJob: Sendable, Hashable, Codable {
    package static let schema = "sluice-job-submission-1"

    package var schema = Self.schema
    package var engine: String
    /// The engine's identifier of the analyses; nil if there are none.
    package var analysis: String?
    /// The engine's identifiers of the other tasks and of the stitching.
    package var work: String
    package var stitch: String
    /// The options given to the engine, which `resume` repeats.
    package var options: [String]
    /// The maximum number of tasks at a time; nil for no limit.
    package var limit: Int?

    /// The identifiers of the jobs in their starting order.
    package var identifiers: [String] { (analysis.map { [$0] } ?? []) + [work, stitch] }

    static let name = "submission.json"

    /// Returns the newest submission of a job; nil if there is none.
    package static func read(from folder: JobFolder) -> SubmittedJob? {
        let path = folder.engine(name)
        guard let bytes = try? FileTree.read(path) else { return nil }
        return try? JobDocument.parse(bytes, schema: schema, path: path)
    }

    func store(in folder: JobFolder) throws(JobError) {
        try FileTree.replace(folder.engine(Self.name), with: .init(JobDocument.bytes(of: self)))
    }
}
