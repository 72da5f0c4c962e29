import EncodingJobs
import Foundation
import Media
import Testing

/// The progress of jobs.
@Suite struct JobStateTests {
    /// Reports of the first tasks of the plan, each of which took as many seconds.
    private func reports(_ plan: JobPlan, done: Int, seconds: Double) -> [TaskReport?] {
        plan.tasks.map { task in
            guard task.index < done else { return nil }
            return TaskReport(
                plan: plan.identity, task: task.index, software: plan.software, host: "n1", wallSeconds: seconds,
                processorSeconds: seconds, renditions: [])
        }
    }

    @Test func timeLeftFollowsFromTheRateOfFinishedTasks() async throws {
        // An audio task of 25 s, three chunks of 8 s, and one of 1 s.
        let plan = try await ScriptedPipeline.job()
        let running = [2, 3].map { JobProgress(task: $0, host: "n\($0)", seconds: 2, fraction: 0.5) }
        let state = JobState(
            plan, reports(plan, done: 2, seconds: 4),
            running: Dictionary(uniqueKeysWithValues: running.map { ($0.task, $0) }))
        #expect(state.done == 2 && state.missing == [2, 3, 4] && state.running == running)
        // Two halves of 4 s and one chunk of 0.5 s, on two machines.
        #expect(abs((state.secondsLeft ?? 0) - 2.25) < 1e-9)
        #expect(abs(state.fraction - (1 - 4.5 / 16.5)) < 1e-9)
    }

    @Test func jobsWithoutRunningTasksHaveNoTimeLeft() async throws {
        let plan = try await ScriptedPipeline.job()
        #expect(JobState(plan, reports(plan, done: 2, seconds: 4), running: [:]).secondsLeft == nil)
        let complete = JobState(plan, reports(plan, done: 5, seconds: 4), running: [:])
        #expect(complete.fraction == 1 && complete.missing.isEmpty && complete.processorSeconds == 20)
    }

    @Test func onlyTheEndOfALongLogIsRead() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "sluice-log-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let lines = (0..<10_000).map { "line \($0)" }
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path))
        #expect(JobLog.lastLines(of: path, 2) == ["line 9998", "line 9999"])
        #expect(JobLog.lastLines(of: path, 100_000).count < 1000)
        #expect(JobLog.lastLines(of: path + "-absent").isEmpty)
    }
}
