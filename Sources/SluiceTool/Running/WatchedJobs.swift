import EncodingJobs
import Foundation
import Media
import Operations
import Synchronization
import SystemTime

/// The jobs in folders that a service displays: the folders themselves, or those directly in them.
final class WatchedJobs: Sendable {
    /// The maximum number of jobs, and of failed tasks of each.
    private static let (limit, failureLimit) = (100, 10)
    /// The time for which a list is returned again.
    private static let lifetime = Duration.seconds(2)

    private struct State {
        var list = JobList([])
        var read: MonotonicTime?
        /// The plans by folder, which never change.
        var plans: [String: JobPlan] = [:]
    }

    private let folders: [String]
    private let clock = SystemClock()
    private let state = Mutex(State())

    /// Nil without folders.
    init?(_ folders: [String]) {
        guard !folders.isEmpty else { return nil }
        self.folders = folders
    }

    /// The jobs in the order of the folders, then of their names.
    var list: JobList {
        state.withLock { state in
            if let read = state.read, clock.now < read + Self.lifetime { return state.list }
            let found = folders.flatMap(Self.jobs)
            let shown = found.prefix(Self.limit)
            state.list = JobList(shown.map { Self.summary($0, &state.plans) }, isCut: found.count > shown.count)
            state.read = clock.now
            return state.list
        }
    }

    private static func isJob(_ folder: String) -> Bool {
        FileManager.default.fileExists(atPath: JobFolder(named: folder).planPath)
    }

    /// Returns the jobs of a folder, one more than the limit at most.
    private static func jobs(in folder: String) -> [String] {
        if isJob(folder) { return [folder] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Array(names.sorted().lazy.map { "\(folder)/\($0)" }.filter(isJob).prefix(limit + 1))
    }

    private static func summary(_ path: String, _ plans: inout [String: JobPlan]) -> JobSummary {
        let folder = JobFolder(named: path)
        var summary = JobSummary(output: folder.output)
        do throws(JobError) {
            let plan: JobPlan
            if let known = plans[folder.output] { plan = known } else { plan = try folder.plan() }
            if plans.count < 2 * limit { plans[folder.output] = plan }
            let state = try JobState(plan, folder)
            (summary.tasks, summary.done, summary.fraction) = (state.tasks, state.done, state.fraction)
            (summary.secondsLeft, summary.isPublished) = (state.secondsLeft, state.isPublished)
            summary.running = state.running.map { .init(task: $0.task, host: $0.host, fraction: $0.fraction) }
            summary.failed = state.failed.prefix(failureLimit).map {
                .init(task: $0.task, log: $0.log, command: $0.command)
            }
        } catch {
            summary.problem = error.message
            plans[folder.output] = nil
        }
        return summary
    }
}
