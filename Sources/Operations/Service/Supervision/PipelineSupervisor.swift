package import Media

/// The supervision of one pipeline: decides when it starts, stops and restarts.
///
/// A value without a clock: times are passed in, and the actions are returned.
package struct PipelineSupervisor: Sendable {
    package private(set) var state = SupervisorState.stopped
    package var settings: PipelineSettings
    /// The number of failures since the last stable run.
    package private(set) var failures = 0
    /// The number of restarts since the service started.
    package private(set) var restarts = 0
    /// Whether the current content of the file is invalid.
    private var isInvalid = false
    /// Whether an operator has stopped the pipeline; a change of its file then does not start it.
    private var isHeldByOperator = false
    private var isEnding = false

    /// Creates the supervisor of a pipeline whose file was not yet loaded.
    package init(_ settings: PipelineSettings) { self.settings = settings }

    /// The time at which a `tick` is due; nil if none is.
    package var due: MonotonicTime? {
        switch state {
        case .restarting(let time), .stopping(_, let time): time == .distantFuture ? nil : time
        default: nil
        }
    }

    /// Handles an event; returns the action that it requires. `jitter` in 0..<1 varies the delay of a restart.
    package mutating func handle(
        _ event: SupervisorEvent, at now: MonotonicTime, jitter: Double = 0.5
    ) -> SupervisorAction? {
        switch event {
        case .loaded: return load(now)
        case .rejected: return reject()
        case .removed: return remove(now)
        case .requested: return state == .waiting && !isEnding ? start(now) : nil
        case .idle: return settings.start == .onDemand ? stop(then: .wait, now) : nil
        case .start: return startByOperator(now)
        case .restart: return restartByOperator(now)
        case .stop: return stopByOperator(now)
        case .notReloadable: return stop(then: .restart, now)
        case .hung:
            guard case .running = state else { return nil }
            state = .stopping(then: .fail, abortAt: .distantFuture)
            return .abort
        case .ended(let hasSucceeded): return end(hasSucceeded, now, jitter)
        case .tick: return tick(now)
        case .shutdown:
            isEnding = true
            return stopByOperator(now)
        }
    }

    private mutating func load(_ now: MonotonicTime) -> SupervisorAction? {
        isInvalid = false
        switch state {
        case .running: return .reload
        case .stopping(.remove, let limit), .stopping(.wait, let limit):
            state = .stopping(then: .restart, abortAt: limit)
            return nil
        case .stopping: return nil
        case .invalid, .waiting, .stopped, .restarting, .finished, .failed, .removed:
            failures = 0
            return begin(now)
        }
    }

    private mutating func begin(_ now: MonotonicTime) -> SupervisorAction? {
        if isHeldByOperator || isEnding {
            state = .stopped
            return nil
        }
        switch settings.start {
        case .boot: return start(now)
        case .onDemand: state = .waiting
        case .manual: state = .stopped
        }
        return nil
    }

    private mutating func start(_ now: MonotonicTime) -> SupervisorAction? {
        state = .running(since: now)
        return .start
    }

    private mutating func reject() -> SupervisorAction? {
        isInvalid = true
        if !state.hasRun { state = .invalid }
        return nil
    }

    private mutating func remove(_ now: MonotonicTime) -> SupervisorAction? {
        switch state {
        case .running: return stop(then: .remove, now)
        case .stopping(_, let limit):
            state = .stopping(then: .remove, abortAt: limit)
            return nil
        default:
            state = .removed
            return .remove
        }
    }

    private mutating func startByOperator(_ now: MonotonicTime) -> SupervisorAction? {
        isHeldByOperator = false
        switch state {
        case .waiting, .stopped, .restarting, .finished, .failed:
            guard !isInvalid, !isEnding else { return nil }
            failures = 0
            return start(now)
        case .stopping(.stop, let limit):
            state = .stopping(then: .restart, abortAt: limit)
            return nil
        case .running, .stopping, .invalid, .removed: return nil
        }
    }

    private mutating func restartByOperator(_ now: MonotonicTime) -> SupervisorAction? {
        // A run whose changed file has errors could not start again.
        guard !isInvalid, !isEnding else { return nil }
        guard case .running = state else { return startByOperator(now) }
        isHeldByOperator = false
        return stop(then: .restart, now)
    }

    private mutating func stopByOperator(_ now: MonotonicTime) -> SupervisorAction? {
        isHeldByOperator = true
        switch state {
        case .running: return stop(then: .stop, now)
        case .stopping(.remove, _): return nil
        case .stopping(_, let limit): state = .stopping(then: .stop, abortAt: limit)
        case .waiting, .restarting, .finished, .failed: state = .stopped
        case .stopped, .invalid, .removed: break
        }
        return nil
    }

    private mutating func stop(then continuation: SupervisorState.Continuation, _ now: MonotonicTime)
        -> SupervisorAction?
    {
        guard case .running = state else { return nil }
        state = .stopping(then: continuation, abortAt: now + settings.stopTimeout.duration)
        return .stop
    }

    private mutating func tick(_ now: MonotonicTime) -> SupervisorAction? {
        switch state {
        case .restarting(let time) where time <= now:
            restarts += 1
            return start(now)
        case .stopping(let continuation, let time) where time <= now:
            state = .stopping(then: continuation, abortAt: .distantFuture)
            return .abort
        default: return nil
        }
    }
}

// The end of a run.
extension PipelineSupervisor {
    private mutating func end(_ hasSucceeded: Bool, _ now: MonotonicTime, _ jitter: Double) -> SupervisorAction? {
        switch state {
        case .running(let since):
            if now - since >= settings.restartDelayLimit.duration { failures = 0 }
            return endOfItself(hasSucceeded, now, jitter)
        case .stopping(.remove, _):
            state = .removed
            return .remove
        case .stopping(.fail, _): return endOfItself(false, now, jitter)
        case .stopping(.stop, _): state = isInvalid ? .invalid : .stopped
        case .stopping where isInvalid: state = .invalid
        case .stopping(.wait, _): state = .waiting
        case .stopping(.restart, _):
            restarts += 1
            return start(now)
        case .invalid, .waiting, .stopped, .restarting, .finished, .failed, .removed: break
        }
        return nil
    }

    private mutating func endOfItself(_ hasSucceeded: Bool, _ now: MonotonicTime, _ jitter: Double) -> SupervisorAction?
    {
        failures = hasSucceeded ? 0 : failures + 1
        if isInvalid {
            state = .invalid
        } else if settings.restart == .never || hasSucceeded && settings.restart == .onFailure {
            state = hasSucceeded ? .finished : .failed
        } else if settings.restartLimit > 0, failures > settings.restartLimit {
            state = .failed
        } else {
            let backOff = RestartBackOff(
                first: settings.restartDelay.duration, limit: settings.restartDelayLimit.duration)
            state = .restarting(at: now + backOff.delay(afterFailures: failures, jitter: jitter))
        }
        return nil
    }
}
