import ContentKeys
import ContentProtection
import Media
import StageKit
import Synchronization

/// Reports missing keys, and the figures of key periods.
final class KeyAlarm: Sendable {
    private enum State: Sendable {
        case ready
        case late
        case unavailable
    }

    private let context: StageContext
    private let grace: MediaTime
    private let state = Mutex(State.ready)
    private let hasRepeated = Atomic(false)
    private let period: FigureGauge
    private let late: FigureGauge
    private let failures: FigureCounter

    init(_ context: StageContext, grace: MediaTime) {
        (self.context, self.grace) = (context, grace)
        period = context.figures.gauge(FigureName.keyPeriod, "Index of the key period in use")
        late = context.figures.gauge(
            FigureName.keyDelay, unit: .seconds, "Time for which the keys of a key period have been missing")
        failures = context.figures.counter(FigureName.keyFailures, "Failed requests for keys")
    }

    /// Counts failed requests, and reports keys that do not change.
    func handle(_ event: KeyLoadEvent) {
        switch event {
        case .loaded: break
        case .failed: failures.add(1)
        case .repeated(let period):
            guard !hasRepeated.exchange(true, ordering: .relaxed) else { return }
            context.reportWarning(
                "keys-repeated",
                "key period \(period) has the same keys as the period before it; give each key period other keys, or "
                    + "remove rotation")
        }
    }

    /// The keys of a period are in use.
    func reportKeys(ofPeriod index: Int) {
        period.set(Double(index))
        late.set(0)
        guard state.withLock({ replace(&$0, by: .ready) }) != .ready else { return }
        context.report(
            Problem(.note, code: "keys-available", message: "segments are encrypted with the keys of period \(index)"))
    }

    /// The keys of a period are missing, and the keys of another one remain in use.
    func reportLate(_ index: Int, _ current: Int, _ elapsed: Duration, _ reason: ProtectionError) {
        late.set(elapsed.seconds)
        guard state.withLock({ replace(&$0, by: .late) }) != .late else { return }
        context.reportWarning(
            "keys-late",
            "no keys for key period \(index): \(reason); the keys of period \(current) remain in use for at most "
                + "\(grace)")
    }

    /// The keys of a period are missing for too long.
    func reportUnavailable(_ index: Int, _ elapsed: Duration, _ reason: ProtectionError) {
        late.set(elapsed.seconds)
        guard state.withLock({ replace(&$0, by: .unavailable) }) != .unavailable else { return }
        context.report(
            Problem(
                .error, code: "keys-unavailable",
                message: "no keys for key period \(index) after \(grace): \(reason); segments are listed as gaps until "
                    + "the keys are available"))
    }

    private func replace(_ state: inout State, by new: State) -> State {
        defer { state = new }
        return state
    }
}
