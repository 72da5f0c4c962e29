/// Whether a source that runs for months is there, decided from what it gave when: a state machine without a clock.
///
/// Times are nanoseconds of any clock that does not go back.
struct SourceSupervision: Sendable, Hashable {
    /// How the source is.
    enum State: Sendable, Hashable {
        /// It was opened for the first time and has given nothing yet.
        case opening
        /// Payloads come.
        case running
        /// It is open, and payloads are overdue.
        case stalled
        /// It is being closed, because it gave nothing for too long.
        case closing
        /// It is closed, and is opened again at this time.
        case lost(until: Int64)
        /// It is being opened again.
        case retrying
    }

    /// What is to be done.
    enum Action: Sendable, Hashable {
        case open
        case close
    }

    /// How long what may take, in nanoseconds.
    struct Limits: Sendable, Hashable {
        /// Without a payload until it counts as stalled.
        var stall: Int64 = 500_000_000
        /// Without a payload until it counts as lost and is closed.
        var loss: Int64 = 2_000_000_000
        /// From opening to the first payload.
        var opening: Int64 = 10_000_000_000
        /// Until it is opened again for the first time; each further time takes twice as long.
        var firstRetry: Int64 = 250_000_000
        var longestRetry: Int64 = 10_000_000_000
        /// How long it has to run for the next loss to count as the first again.
        var recovery: Int64 = 5_000_000_000
    }

    let limits: Limits
    private(set) var state = State.opening
    /// How often it was lost.
    private(set) var losses = 0
    private var lastPayload: Int64
    private var runningSince: Int64
    private var retryDelay: Int64

    /// A source that is opened now.
    init(limits: Limits, at now: Int64) {
        self.limits = limits
        lastPayload = now
        runningSince = now
        retryDelay = limits.firstRetry
    }

    /// Whether something has to stand in for it.
    var isAway: Bool {
        switch state {
        case .lost, .retrying: true
        case .opening, .running, .stalled, .closing: false
        }
    }

    /// It gave something.
    mutating func delivered(at now: Int64) {
        lastPayload = max(lastPayload, now)
        switch state {
        case .opening, .retrying:
            runningSince = now
            state = .running
        case .stalled: state = .running
        case .running:
            if now - runningSince >= limits.recovery { retryDelay = limits.firstRetry }
        case .closing, .lost: break
        }
    }

    /// It failed, ended or was closed.
    mutating func failed(at now: Int64) {
        if case .lost = state { return }
        if state != .retrying { losses += 1 }
        state = .lost(until: now + retryDelay)
        retryDelay = min(retryDelay * 2, max(limits.longestRetry, limits.firstRetry))
    }

    /// Time has gone on; what is to be done now.
    mutating func advance(to now: Int64) -> Action? {
        switch state {
        case .running where now - lastPayload >= limits.stall:
            state = .stalled
            return advance(to: now)
        case .stalled where now - lastPayload >= limits.loss:
            state = .closing
            return .close
        case .lost(let time) where now >= time:
            state = .retrying
            lastPayload = now
            return .open
        case .retrying where now - lastPayload >= limits.opening:
            state = .closing
            return .close
        default: return nil
        }
    }
}
