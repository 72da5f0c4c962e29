public import Media
import Synchronization

/// What a running stage knows of the run around it.
public struct StageContext: Sendable {
    /// The stage's name in the pipeline file.
    public let stageName: String
    /// Raised when the run is to end in good order.
    public private(set) var stop: StopSignal
    /// Things that the stages of one run share, such as a clock.
    public let services: RunServices
    /// The time of the run.
    public let clock: PipelineClock
    private let trackIDs: TrackIDs
    private let reporter: @Sendable (Problem) -> Void
    private let meter: @Sendable (_ name: String, _ value: Double) -> Void
    private var succession = StopSignal()

    /// A context for one stage.
    public init(
        stageName: String, stop: StopSignal = StopSignal(), services: RunServices = RunServices(),
        trackIDs: TrackIDs = TrackIDs(), reporter: @escaping @Sendable (Problem) -> Void = { _ in },
        meter: @escaping @Sendable (_ name: String, _ value: Double) -> Void = { _, _ in },
        clock: PipelineClock = .system()
    ) {
        self.stageName = stageName
        self.stop = stop
        self.services = services
        self.trackIDs = trackIDs
        self.reporter = reporter
        self.meter = meter
        self.clock = clock
    }

    /// The same for a part of the stage's work that is to end when `signal` is raised.
    public func stopping(by signal: StopSignal) -> StageContext {
        var context = self
        context.stop = signal
        return context
    }

    /// The same for a sink; the signal is raised before its input ends because another stage continues its output.
    package func succeeded(by signal: StopSignal) -> StageContext {
        var context = self
        context.succession = signal
        return context
    }

    /// Whether another stage continues the output of this sink after the end of its input, as after a reload.
    package var hasSuccessor: Bool { succession.isRaised }

    /// An identity that no other track of the run has.
    public func makeTrackID() -> Track.ID { trackIDs.next() }
    /// Gives the identities again that it gave before, to a stage that begins anew.
    package func beginTracksAgain() { trackIDs.beginAgain() }
    /// Tells the user about something that does not end the run.
    public func report(_ problem: Problem) { reporter(problem) }
    /// Notes a figure of the stage, such as `drift-ppm`, in place of its last value; reports show it.
    ///
    /// The name has lower-case words with hyphens, the last one the unit.
    public func measure(_ name: String, _ value: Double) { meter(name, value) }
    /// Tells the user about something that is not right but does not end the run.
    public func warn(_ code: String, _ message: String) {
        reporter(Problem(.warning, code: code, message: message))
    }
}

/// Counts track identities up from 1.
public final class TrackIDs: Sendable {
    private let last = Atomic<UInt32>(0)
    private let run: TrackIDs?
    private let given = Mutex<(ids: [Track.ID], next: Int)>(([], 0))
    /// A counter of its own.
    public init() { run = nil }
    /// Identities for one stage of a run, which remembers them.
    package init(of run: TrackIDs) { self.run = run }

    /// The next identity.
    public func next() -> Track.ID {
        guard let run else { return Track.ID(rawValue: last.add(1, ordering: .relaxed).newValue) }
        return given.withLock { given in
            if given.next == given.ids.count { given.ids.append(run.next()) }
            defer { given.next += 1 }
            return given.ids[given.next]
        }
    }

    /// Begins with the first identity again, for a stage that goes on with the tracks of the one before it.
    package func beginAgain() { given.withLock { $0.next = 0 } }
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
