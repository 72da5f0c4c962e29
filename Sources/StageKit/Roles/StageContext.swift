public import Media
import Synchronization

/// What a running stage knows of the run around it.
public struct StageContext: Sendable {
    /// The stage's name in the pipeline file.
    public let stageName: String
    /// Raised when the run is to end in good order.
    public let stop: StopSignal
    /// Things that the stages of one run share, such as a clock.
    public let services: RunServices
    private let trackIDs: TrackIDs
    private let reporter: @Sendable (Problem) -> Void

    /// A context for one stage.
    public init(
        stageName: String, stop: StopSignal = StopSignal(), services: RunServices = RunServices(),
        trackIDs: TrackIDs = TrackIDs(), reporter: @escaping @Sendable (Problem) -> Void = { _ in }
    ) {
        self.stageName = stageName
        self.stop = stop
        self.services = services
        self.trackIDs = trackIDs
        self.reporter = reporter
    }

    /// An identity that no other track of the run has.
    public func makeTrackID() -> Track.ID { trackIDs.next() }
    /// Tells the user about something that does not end the run.
    public func report(_ problem: Problem) { reporter(problem) }
    /// Tells the user about something that is not right but does not end the run.
    public func warn(_ code: String, _ message: String) {
        reporter(Problem(.warning, code: code, message: message))
    }
}

/// Counts track identities up from 1.
public final class TrackIDs: Sendable {
    private let last = Atomic<UInt32>(0)
    /// A counter of its own.
    public init() {}
    /// The next identity.
    public func next() -> Track.ID { Track.ID(rawValue: last.add(1, ordering: .relaxed).newValue) }
}

/// Values that stages of one run share, one of each type, made when first asked for.
public final class RunServices: Sendable {
    private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])
    /// No values yet.
    public init() {}

    /// The value of this type, made by `make` if there is none.
    public func value<Value: Sendable>(_ type: Value.Type = Value.self, make: () throws -> Value) rethrows -> Value {
        try values.withLock { values in
            if let value = values[ObjectIdentifier(type)] as? Value { return value }
            let value = try make()
            values[ObjectIdentifier(type)] = value
            return value
        }
    }
}

/// A flag that is raised once, and what is to happen then.
public final class StopSignal: Sendable {
    private struct State {
        var isRaised = false
        var nextToken = 0
        var handlers: [Int: @Sendable () -> Void] = [:]
    }
    private let state = Mutex(State())
    /// A signal that is not raised.
    public init() {}

    /// Whether it has been raised.
    public var isRaised: Bool { state.withLock { $0.isRaised } }

    /// Raises it; handlers run on the calling thread, once.
    public func raise() {
        let handlers = state.withLock { state in
            state.isRaised = true
            defer { state.handlers = [:] }
            return Array(state.handlers.values)
        }
        for handler in handlers { handler() }
    }

    /// Runs `handler` when the signal is raised, at once if it is already; the token takes it back.
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

    /// Takes a handler back.
    public struct Token: Sendable {
        /// Takes it back; does nothing when it has run.
        public let cancel: @Sendable () -> Void
    }
}
