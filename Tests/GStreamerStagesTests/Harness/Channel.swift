import Dispatch
import Media
import StageKit
import Synchronization

/// A bounded link between two stages under test.
final class Channel<Content: Payload>: Outlet, Inlet {
    private struct State {
        var messages: [Message<Content>] = []
        var isOver = false
        var waiting: CheckedContinuation<[Message<Content>]?, Never>?
    }
    private let state = Mutex(State())
    private let room: DispatchSemaphore

    init(capacity: Int = 8) {
        // Signalled up from zero: a semaphore may not be destroyed with a value below its initial one.
        room = DispatchSemaphore(value: 0)
        for _ in 0..<capacity { room.signal() }
    }

    func offer(_ message: Message<Content>) -> Bool {
        room.wait()
        let waiting = state.withLock { state in
            guard let waiting = state.waiting else {
                state.messages.append(message)
                return nil as CheckedContinuation<[Message<Content>]?, Never>?
            }
            state.waiting = nil
            return waiting
        }
        if let waiting {
            room.signal()
            waiting.resume(returning: [message])
        }
        return true
    }
    func send(_ messages: [Message<Content>]) async throws { for message in messages { _ = offer(message) } }
    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) {}
    func request(_ request: UpstreamRequest) {}

    /// Ends the stream; nothing more may be offered.
    func finish() {
        let waiting = state.withLock { state in
            state.isOver = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: nil)
    }

    func receive() async throws -> [Message<Content>]? {
        await withCheckedContinuation { continuation in
            let ready: [Message<Content>]?? = state.withLock { state in
                guard state.messages.isEmpty else {
                    defer { state.messages = [] }
                    return state.messages
                }
                if state.isOver { return .some(nil) }
                state.waiting = continuation
                return nil
            }
            guard let ready else { return }
            for _ in 0..<(ready?.count ?? 0) { room.signal() }
            continuation.resume(returning: ready)
        }
    }
}
