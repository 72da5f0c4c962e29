import StageKit
import Synchronization

/// One run of a stage in a task of its own.
struct StageTrial: Sendable {
    /// How a run ended.
    enum Ending: Sendable {
        case returned
        case threw(any Error)
        /// It has not ended.
        case late
    }

    private let task: Task<Void, any Error>
    private let patience: Duration

    /// Begins a run that may take so long from when it is to end.
    init(patience: Duration, _ body: @escaping @Sendable () async throws -> Void) {
        task = Task(operation: body)
        self.patience = patience
    }

    func cancel() { task.cancel() }

    /// How the run ends, at the latest after the patience. Does not wait for a run that hangs.
    func ending() async -> Ending {
        let (endings, continuation) = AsyncStream<Ending>.makeStream()
        let (task, patience) = (task, patience)
        Task {
            do {
                try await task.value
                continuation.yield(.returned)
            } catch {
                continuation.yield(.threw(error))
            }
        }
        let timer = Task {
            try await Task.sleep(for: patience)
            continuation.yield(.late)
        }
        defer { timer.cancel() }
        for await ending in endings { return ending }
        return .late
    }

    /// Waits until the run has come so far, or has ended.
    func runs(until arrival: Arrival) async {
        let ended = Arrival()
        let (task, patience) = (task, patience)
        Task {
            _ = await task.result
            ended.arrive()
        }
        _ = await Self.becomes(within: patience) { arrival.hasArrived || ended.hasArrived }
    }

    /// Waits until something is so; false after the patience.
    static func becomes(within patience: Duration, _ condition: @Sendable () -> Bool) async -> Bool {
        let deadline = ContinuousClock.now + patience
        while !condition() {
            guard ContinuousClock.now < deadline else { return false }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return true
    }
}

/// A signal that a task waits for.
final class Arrival: Sendable {
    private let arrived = Mutex(false)
    func arrive() { arrived.withLock { $0 = true } }
    var hasArrived: Bool { arrived.withLock { $0 } }
}

extension [StageConformance.Violation] {
    /// What the first check finds that finds something: what one rule breaks, others would say again.
    static func first(of checks: [() async throws -> [Element]]) async -> [Element] {
        for check in checks {
            do {
                let violations = try await check()
                if !violations.isEmpty { return violations }
            } catch {
                return [Element("trial", "the stage cannot be made: \(error)")]
            }
        }
        return []
    }
}
