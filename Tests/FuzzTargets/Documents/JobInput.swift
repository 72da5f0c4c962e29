import EncodingJobs
import Foundation

/// The documents of a job: a plan, and reports of tasks, separated by bytes with the value 0.
enum JobInput {
    static func read(_ input: [UInt8]) {
        let documents = input.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
        _ = try? JobProgress(parsing: documents[0], from: "progress.json")
        // A changed plan is refused by its digest, which is computed again here.
        guard let decoded = try? JSONDecoder().decode(JobPlan.self, from: Data(documents[0])),
            let plan = try? JobPlan(parsing: decoded.identified().bytes, from: "plan.json")
        else { return }
        require(plan == (try? JobPlan(parsing: plan.bytes, from: "plan.json")), "a written plan can be parsed")
        _ = plan.tasks.map(\.text)
        var reports = [TaskReport?](repeating: nil, count: plan.tasks.count)
        for document in documents.dropFirst() {
            guard var report = try? TaskReport(parsing: document, from: "report.json") else { continue }
            require(report == (try? TaskReport(parsing: report.bytes, from: "")), "a written report can be parsed")
            report.plan = plan.identity
            if reports.indices.contains(report.task) { reports[report.task] = report }
            _ = (report.byteCount, report.segmentCount)
        }
        _ = try? JobResult(plan, reports)
        _ = ChunkMeasurement(plan, reports.compactMap { $0 }, overheadSeconds: 0.5)
        _ = JobState(plan, reports, running: [:])
    }
}
