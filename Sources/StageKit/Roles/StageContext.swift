public import Media
import Synchronization

/// The run-time environment of a stage.
public struct StageContext: Sendable {
    /// The name of the stage in the pipeline file.
    public let stageName: String
    /// Raised to make the stage finish its output and return.
    public private(set) var stop: StopSignal
    /// Services shared by the stages of a run.
    public let services: SharedServices
    /// The clock of the run.
    public let clock: PipelineClock
    private let trackIDs: TrackIDGenerator
    private let reporter: @Sendable (Problem) -> Void
    private let meter: @Sendable (_ name: String, _ value: Double) -> Void
    private var replacementSignal = StopSignal()

    /// Creates the context of a stage.
    public init(
        stageName: String, stop: StopSignal = StopSignal(), services: SharedServices = SharedServices(),
        trackIDs: TrackIDGenerator = TrackIDGenerator(), reporter: @escaping @Sendable (Problem) -> Void = { _ in },
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

    /// Returns a copy with another stop signal, for a part of the stage's work.
    public func withStopSignal(_ signal: StopSignal) -> StageContext {
        var context = self
        context.stop = signal
        return context
    }

    /// Returns a copy for a sink. `signal` is raised before the input ends if a replacement for the sink continues its
    /// output.
    package func withReplacementSignal(_ signal: StopSignal) -> StageContext {
        var context = self
        context.replacementSignal = signal
        return context
    }

    /// Whether a replacement continues the output of this sink after its input has ended, as in a reload.
    package var hasReplacement: Bool { replacementSignal.isRaised }

    /// Returns a track identifier that is unique within the run.
    public func makeTrackID() -> Track.ID { trackIDs.next() }
    /// Restarts the sequence of track identifiers, for a stage that restarts with the same tracks.
    package func restartTrackIDs() { trackIDs.restart() }
    /// Reports a problem that does not end the run.
    public func report(_ problem: Problem) { reporter(problem) }
    /// Records a measurement, such as `drift-ppm`; it replaces an earlier one of the same name and appears in reports.
    ///
    /// Names consist of lower-case words joined by hyphens; the last word is the unit.
    public func measure(_ name: String, _ value: Double) { meter(name, value) }
    /// Reports a warning.
    public func reportWarning(_ code: String, _ message: String) {
        reporter(Problem(.warning, code: code, message: message))
    }
}

/// A generator of track identifiers, counted from 1.
public final class TrackIDGenerator: Sendable {
    private let last = Atomic<UInt32>(0)
    private let run: TrackIDGenerator?
    private let issued = Mutex<(ids: [Track.ID], next: Int)>(([], 0))
    /// Creates a separate generator.
    public init() { run = nil }
    /// Creates a generator for one stage of a run, which records its identifiers.
    package init(of run: TrackIDGenerator) { self.run = run }

    /// Returns the next identifier.
    public func next() -> Track.ID {
        guard let run else { return Track.ID(rawValue: last.add(1, ordering: .relaxed).newValue) }
        return issued.withLock { given in
            if given.next == given.ids.count { given.ids.append(run.next()) }
            defer { given.next += 1 }
            return given.ids[given.next]
        }
    }

    /// Restarts with the first identifier, for a stage that continues the tracks of its predecessor.
    package func restart() { issued.withLock { $0.next = 0 } }
}

/// Values shared by the stages of a run, one per type, created on first use.
public final class SharedServices: Sendable {
    private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])
    /// Creates an empty collection.
    public init() {}

    /// Returns the value of this type; calls `make` if there is none yet.
    public func value<Value: Sendable>(_ type: Value.Type = Value.self, make: () throws -> Value) rethrows -> Value {
        try values.withLock { values in
            if let value = values[ObjectIdentifier(type)] as? Value { return value }
            let value = try make()
            values[ObjectIdentifier(type)] = value
            return value
        }
    }
}

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
