import Media
import Synchronization

/// A flag that is raised at most once, with handlers.
public final class StopSignal: Sendable {
    private struct State {
        var isRaised = false
        var nextToken = 0
        var handlers: [Int: @Sendable () -> Void] = [:]
    }
    private let state = Mutex(State())
    /// Creates a signal that is not raised.
    public init() {}

    /// Whether the signal has been raised.
    public var isRaised: Bool { state.withLock { $0.isRaised } }

    /// Raises the signal. Handlers run once, on the calling thread.
    public func raise() {
        let handlers = state.withLock { state in
            state.isRaised = true
            defer { state.handlers = [:] }
            return Array(state.handlers.values)
        }
        for handler in handlers { handler() }
    }

    /// Adds a handler, which runs immediately if the signal is already raised. The token removes it.
    @discardableResult
    public func onRaise(_ handler: @escaping @Sendable () -> Void) -> Token {
        let token: Int? = state.withLock { state in
            if state.isRaised { return nil }
            state.nextToken += 1
            state.handlers[state.nextToken] = handler
            return state.nextToken
        }
        guard let token else {
            handler()
            return Token(cancel: {})
        }
        return Token { [weak self] in self?.state.withLock { _ = $0.handlers.removeValue(forKey: token) } }
    }

    /// Removes a handler.
    public struct Token: Sendable {
        /// Removes the handler; does nothing when it has already run.
        public let cancel: @Sendable () -> Void
    }
}
