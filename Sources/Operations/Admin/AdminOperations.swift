import HTTPServer
import HTTPStages
import StageKit
import Synchronization

/// The tasks that requests wait for: operations such as reloads, which run one after the other, and readings.
final class AdminOperations: Sendable {
    private struct State {
        var nextNumber = 1
        /// The responses of finished tasks, oldest first, until their requests remove them.
        var responses: [(key: String, response: HTTPResponse)] = []
        var operations = 0
        var readings = 0
        var last: Task<Void, Never>?
    }

    /// The maximum number of operations that run or wait.
    private static let limit = 8
    /// The maximum number of readings.
    private static let readingLimit = 32
    /// The maximum number of responses: responses for clients that have disconnected are not removed by a request.
    static let responseLimit = 128
    private let state = Mutex(State())
    private let wake = HandlerSlot<@Sendable (ResourceKey) -> Void>()

    /// Sets the closure that makes the server evaluate the requests that wait for a finished task.
    func onFinish(_ body: @escaping @Sendable (ResourceKey) -> Void) { wake.set(body) }

    /// Starts an operation after the earlier ones. Returns the key of its response; nil if too many are running.
    func start(_ body: @escaping @Sendable () async -> HTTPResponse) -> ResourceKey? {
        state.withLock { state in
            guard state.operations < Self.limit else { return nil }
            state.operations += 1
            let key = Self.nextKey(&state)
            let previous = state.last
            state.last = Task { [weak self] in
                await previous?.value
                self?.finish(key, await body()) { $0.operations -= 1 }
            }
            return key
        }
    }

    /// Starts a reading at once. Returns the key of its response; nil if too many are running.
    func startReading(_ body: @escaping @Sendable () async -> HTTPResponse) -> ResourceKey? {
        state.withLock { state in
            guard state.readings < Self.readingLimit else { return nil }
            state.readings += 1
            let key = Self.nextKey(&state)
            Task { [weak self] in self?.finish(key, await body()) { $0.readings -= 1 } }
            return key
        }
    }

    private static func nextKey(_ state: inout State) -> ResourceKey {
        defer { state.nextNumber += 1 }
        return ResourceKey(presentation: "", path: "\(state.nextNumber)")
    }

    private func finish(_ key: ResourceKey, _ response: HTTPResponse, _ remove: (inout State) -> Void) {
        state.withLock { state in
            remove(&state)
            if state.responses.count >= Self.responseLimit { state.responses.removeFirst() }
            state.responses.append((key.path, response))
        }
        wake.handler?(key)
    }

    /// Removes and returns the response of a task; nil if it has not finished.
    func removeResponse(_ key: ResourceKey) -> HTTPResponse? {
        state.withLock { state in
            state.responses.firstIndex { $0.key == key.path }.map { state.responses.remove(at: $0).response }
        }
    }
}
