package import Media

/// The presentation of a job: the segments of all tasks, joined by rendition.
package struct JobResult: Sendable, Hashable {
    /// One rendition of the presentation, with the task of each segment.
    package struct JoinedRendition: Sendable, Hashable {
        package var rendition: Rendition
        package var initialization: ReportedFile?
        /// The task of the initialization segment.
        package var task: Int
        package var segments: [(task: Int, segment: ReportedSegment)] = []

        package static func == (left: Self, right: Self) -> Bool {
            left.rendition == right.rendition && left.initialization == right.initialization
                && left.segments.map(\.segment) == right.segments.map(\.segment)
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(rendition.id)
            hasher.combine(segments.count)
        }
    }

    /// The renditions in the order of the tasks: the renditions of the chunks first, as in a run of the whole pipeline.
    package let renditions: [JoinedRendition]

    /// Joins and verifies the reports of all tasks. Throws all contradictions; nil stands for a task that is not done.
    ///
    /// The result depends on the reported segments only, not on the machines or the order of the tasks.
    package init(_ plan: JobPlan, _ reports: [TaskReport?]) throws(JobFindings) {
        var check = JobVerification(plan)
        renditions = check.join(reports)
        guard check.findings.isEmpty else { throw JobFindings(findings: check.findings) }
    }

    /// All files with their tasks.
    package var files: [(task: Int, file: ReportedFile)] {
        renditions.flatMap { joined in
            (joined.initialization.map { [(joined.task, $0)] } ?? [])
                + joined.segments.compactMap { task, segment in segment.file.map { (task, $0) } }
        }
    }
}
