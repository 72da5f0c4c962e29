import Media
import StageKit
import SystemTime

/// One run of a stage in a separate task.
struct StageTrial: Sendable {
    /// The result of a run.
    enum Outcome: Sendable {
        case returned
        case threw(any Error)
        /// The run did not end before the timeout.
        case timedOut
    }

    private let task: Task<Void, any Error>
    private let timeout: Duration

    /// Starts a run; `timeout` applies to its end.
    init(timeout: Duration, _ body: @escaping @Sendable () async throws -> Void) {
        task = Task(operation: body)
        self.timeout = timeout
    }

    func cancel() { task.cancel() }

    /// Waits for the end of the run, at most until the timeout. Does not wait for a run that hangs.
    func outcome() async -> Outcome {
        let (endings, continuation) = AsyncStream<Outcome>.makeStream()
        let (task, timeout) = (task, timeout)
        Task {
            do {
                try await task.value
                continuation.yield(.returned)
            } catch {
                continuation.yield(.threw(error))
            }
        }
        let timer = Task {
            try await Task.sleep(for: timeout)
            continuation.yield(.timedOut)
        }
        defer { timer.cancel() }
        for await ending in endings { return ending }
        return .timedOut
    }

    /// Waits until `arrival` is signaled, the run has ended, or the timeout has passed.
    func runs(until arrival: Arrival) async {
        let ended = Arrival()
        let (task, timeout) = (task, timeout)
        Task {
            _ = await task.result
            ended.arrive()
        }
        _ = await Self.becomes(within: timeout) { arrival.hasArrived || ended.hasArrived }
    }

    /// Polls a condition until it holds; returns false after the timeout.
    static func becomes(within timeout: Duration, _ condition: @Sendable () -> Bool) async -> Bool {
        let deadline = SystemClock.now + timeout
        while !condition() {
            guard SystemClock.now < deadline else { return false }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return true
    }
}

extension [StageConformance.Violation] {
    /// Returns the violations of the first check that fails; later checks would report the same cause again.
    static func first(of checks: [() async throws -> [Element]]) async -> [Element] {
        for check in checks {
            do {
                let violations = try await check()
                if !violations.isEmpty { return violations }
            } catch {
                return [Element("trial", "the stage cannot be created: \(error)")]
            }
        }
        return []
    }
}
