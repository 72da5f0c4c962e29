import HTTPStages
import Synchronization

/// The operations that requests wait for, such as reloads. They run one after the other.
final class AdminOperations: Sendable {
    private struct State {
        var nextNumber = 1
        var responses: [String: HTTPResponse] = [:]
        var running = 0
        var last: Task<Void, Never>?
    }

    /// The maximum number of operations that run or wait.
    private static let limit = 8
    private let state = Mutex(State())
    private let wake = Mutex<(@Sendable (ResourceKey) -> Void)?>(nil)

    /// Sets the closure that makes the server evaluate the requests that wait for a finished operation.
    func onFinish(_ body: @escaping @Sendable (ResourceKey) -> Void) { wake.withLock { $0 = body } }

    /// Starts an operation. Returns the key of its response; nil if too many are running.
    func start(_ body: @escaping @Sendable () async -> HTTPResponse) -> ResourceKey? {
        state.withLock { state in
            guard state.running < Self.limit else { return nil }
            let key = ResourceKey(presentation: "", path: "\(state.nextNumber)")
            state.nextNumber += 1
            state.running += 1
            let previous = state.last
            state.last = Task { [weak self] in
                await previous?.value
                self?.finish(key, await body())
            }
            return key
        }
    }

    private func finish(_ key: ResourceKey, _ response: HTTPResponse) {
        state.withLock { state in
            state.running -= 1
            state.responses[key.path] = response
        }
        wake.withLock { $0 }?(key)
    }

    /// Removes and returns the response of an operation; nil if it has not finished.
    func removeResponse(_ key: ResourceKey) -> HTTPResponse? {
        state.withLock { $0.responses.removeValue(forKey: key.path) }
    }
}
