/// A cluster of equal nodes. Each node processes one task at a time and may fail.
package struct ClusterModel: Sendable, Hashable {
    package var nodes: Int
    /// The mean time between two failures of a node, in seconds.
    package var failureInterval: Double
    /// The time until the task of a dead node starts again, in seconds.
    package var recoverySeconds = 40.0
    /// The time until a dead node returns, in seconds.
    package var repairSeconds = 600.0

    package init(nodes: Int, failureInterval: Double = 100 * 3600) {
        (self.nodes, self.failureInterval) = (max(1, nodes), failureInterval)
    }

    /// The result of one simulated run.
    struct Run {
        /// The time until all tasks are done, in seconds.
        var makespan = 0.0
        var failures = 0
    }

    /// Returns the time until all tasks are done in one simulated run, in seconds.
    package func makespan(of tasks: [Double], overhead: Double, seed: UInt64 = 1) -> Double {
        var random = JobRandom(seed: seed)
        return run(tasks, overhead: overhead, &random).makespan
    }

    /// Simulates the tasks, the longest first, as engines start the first tasks first and tasks are planned so.
    func run(_ tasks: [Double], overhead: Double, _ random: inout JobRandom) -> Run {
        var (result, queue) = (Run(), NodeQueue())
        for _ in 0..<min(nodes, tasks.count) {
            queue.insert(.init(free: 0, failure: random.waitingTime(mean: failureInterval)))
        }
        // Tasks of dead nodes follow the others, since they are started again later.
        var repeated: [(ready: Double, work: Double)] = []
        var waiting = tasks.sorted(by: >)[...]
        while true {
            let next: (ready: Double, work: Double)
            if let work = waiting.popFirst() {
                next = (0, work)
            } else if !repeated.isEmpty {
                next = repeated.removeFirst()
            } else {
                return result
            }
            guard var node = queue.popFirst() else { return result }
            // The node failed while it was idle.
            while node.failure < max(node.free, next.ready) {
                node.free = max(node.free, node.failure + repairSeconds)
                node.failure += repairSeconds + random.waitingTime(mean: failureInterval)
            }
            let start = max(node.free, next.ready)
            let end = start + overhead + next.work
            if end > node.failure {
                result.failures += 1
                repeated.append((node.failure + recoverySeconds, next.work))
                node.free = node.failure + repairSeconds
                node.failure = node.free + random.waitingTime(mean: failureInterval)
            } else {
                node.free = end
                result.makespan = max(result.makespan, end)
            }
            queue.insert(node)
        }
    }
}
