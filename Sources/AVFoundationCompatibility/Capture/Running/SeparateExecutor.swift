import Dispatch
import Synchronization

/// Runs tasks on a separate queue.
///
/// The API of capture blocks its callers, which may be threads of Swift's pool: the tasks that they wait for must not
/// need one.
final class SeparateExecutor: TaskExecutor {
    private let queue: DispatchQueue

    init(_ label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Starts an operation on a new queue.
    static func start(_ label: String, _ operation: @escaping @Sendable () async -> Void) {
        let executor = SeparateExecutor(label)
        Task(executorPreference: executor) {
            await operation()
            withExtendedLifetime(executor) {}
        }
    }

    /// Runs an operation and blocks until it returns. The operation must have a limit of time.
    static func wait<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) throws -> Value {
        let box = ResultBox<Value>()
        let done = DispatchSemaphore(value: 0)
        start("capture-query") {
            do {
                box.set(.success(try await operation()))
            } catch {
                box.set(.failure(error))
            }
            done.signal()
        }
        done.wait()
        guard let value = box.value else { throw CancellationError() }
        return try value.get()
    }
}

private final class ResultBox<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)

    var value: Result<Value, any Error>? { result.withLock { $0 } }
    func set(_ value: Result<Value, any Error>) { result.withLock { $0 = value } }
}
