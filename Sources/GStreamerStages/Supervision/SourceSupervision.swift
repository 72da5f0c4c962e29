/// Determines whether a long-running source is available from the times of its payloads. A state machine without a
/// clock.
///
/// Times are in nanoseconds of any monotonic clock.
struct SourceSupervision: Sendable, Hashable {
    /// The state of the source.
    enum State: Sendable, Hashable {
        /// Opened for the first time, without a payload so far.
        case opening
        /// Delivering payloads.
        case running
        /// Open, but payloads are overdue.
        case stalled
        /// Being closed, because no payload arrived for too long.
        case closing
        /// Closed, to be reopened at this time.
        case lost(until: Int64)
        /// Being reopened.
        case retrying
    }

    /// The action to take.
    enum Action: Sendable, Hashable {
        case open
        case close
    }

    /// Timeouts and delays in nanoseconds.
    struct Limits: Sendable, Hashable {
        /// The time without payloads after which the source is stalled.
        var stall: Int64 = 500_000_000
        /// The time without payloads after which the source is lost and closed.
        var loss: Int64 = 2_000_000_000
        /// The timeout from reopening to the first payload.
        var opening: Int64 = 10_000_000_000
        /// The delay before the first attempt to reopen. It doubles with each attempt, up to `maximumRetryDelay`.
        var firstRetry: Int64 = 250_000_000
        var maximumRetryDelay: Int64 = 10_000_000_000
        /// The running time after which the delay returns to `firstRetry`.
        var recovery: Int64 = 5_000_000_000
    }

    let limits: Limits
    private(set) var state = State.opening
    /// The number of losses.
    private(set) var losses = 0
    private var lastPayload: Int64
    private var runningSince: Int64
    private var retryDelay: Int64

    /// A source that is being opened now.
    init(limits: Limits, at now: Int64) {
        self.limits = limits
        lastPayload = now
        runningSince = now
        retryDelay = limits.firstRetry
    }

    /// Whether substitute content is needed because the source is closed or being reopened.
    var isUnavailable: Bool {
        switch state {
        case .lost, .retrying: true
        case .opening, .running, .stalled, .closing: false
        }
    }

    /// Handles a payload.
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

    /// Handles a failure, an end, or a completed close.
    mutating func failed(at now: Int64) {
        if case .lost = state { return }
        if state != .retrying { losses += 1 }
        state = .lost(until: now + retryDelay)
        retryDelay = min(retryDelay * 2, max(limits.maximumRetryDelay, limits.firstRetry))
    }

    /// Advances the time. Returns the action that is due.
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
