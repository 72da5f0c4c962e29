import Media
import StageKit
import SystemFiles

/// Emits the segments that the tasks of a job have stored.
struct ReadSegments: Source {
    static let kind = "job.read"
    static let abstract = "Emits the segments of a job's tasks."

    private let job: (result: JobResult, plan: JobPlan, folder: JobFolder)?

    init(options: NoOptions) { job = nil }
    init(_ result: JobResult, _ plan: JobPlan, _ folder: JobFolder) { job = (result, plan, folder) }

    func run(output: any Outlet<Segment>, context: StageContext) async throws {
        guard let job else { return }
        for joined in job.result.renditions {
            var data = ByteRope()
            if let file = joined.initialization { data = try content(file, joined.task) }
            let segment = Segment(
                rendition: joined.rendition, kind: .initialization, index: 0, data: data,
                report: SegmentReport(kind: .initialization))
            try await output.send(.payload(segment))
        }
        let count = job.result.renditions.map(\.segments.count).max() ?? 0
        for position in 0..<count {
            for joined in job.result.renditions where position < joined.segments.count {
                let (task, stored) = joined.segments[position]
                let data = try stored.file.map { file throws(StageError) in try content(file, task) }
                let segment = Segment(
                    rendition: joined.rendition, kind: data == nil ? .gap : .separable, index: stored.index,
                    data: data ?? ByteRope(), report: stored.report)
                try await output.send(.payload(segment))
            }
        }
    }

    private func content(_ file: ReportedFile, _ task: Int) throws(StageError) -> ByteRope {
        guard let job else { return ByteRope() }
        let path = job.folder.file(file.path, of: job.plan.tasks[task])
        do throws(MappedFile.Failure) {
            return ByteRope(try MappedFile(path: path).content)
        } catch {
            throw StageError(.unreadableInput, error.description)
        }
    }
}
