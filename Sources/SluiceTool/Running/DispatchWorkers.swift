import Foundation

/// The threads of this process that execute the work of Dispatch.
enum DispatchWorkers {
    private static let threads = "/proc/self/task"

    /// Whether a worker sleeps, as it does between two attempts to create another one. Idle workers wait differently.
    ///
    /// False if the system does not show what threads wait for.
    static var isRetrying: Bool {
        let ids = (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []
        return ids.contains { isWorker($0) && isSleeping($0) }
    }

    /// Workers have the names of the queues with a quality of service for which they were created.
    private static func isWorker(_ id: String) -> Bool { contents(id, "comm")?.contains("-qos") ?? false }

    /// Whether a thread waits in the kernel function of `sleep`.
    private static func isSleeping(_ id: String) -> Bool { contents(id, "wchan") == "hrtimer_nanosleep" }

    private static func contents(_ id: String, _ file: String) -> String? {
        try? String(contentsOfFile: "\(threads)/\(id)/\(file)", encoding: .utf8)
    }
}
