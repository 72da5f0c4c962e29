import Media
import StageKit
import Synchronization

/// The outage of a sink that is retried, and its reports.
final class SinkOutage: Sendable {
    private struct State {
        var backoff = OutputBackoff()
        var since: MonotonicTime?
        var reason = ""
        /// The start of the current attempt.
        var attempt: MonotonicTime?
        var hasRecovered = false
    }
    /// The time after which an attempt without an error counts as a recovery.
    private static let trial = Duration.seconds(2)
    private let context: StageContext
    private let state = Mutex(State())

    init(_ context: StageContext) { self.context = context }

    /// Whether the sink has recovered from an error.
    var hasRecovered: Bool { state.withLock { $0.hasRecovered } }
    /// Whether the delay after the last error has passed.
    var isAttemptDue: Bool { state.withLock { context.clock.now >= $0.backoff.nextAttempt } }

    /// Records an error, and reports the first one of an outage.
    func failed(_ error: any Error) {
        let now = context.clock.now
        let isFirst = state.withLock { state in
            state.backoff.failed(at: now)
            state.attempt = nil
            let isFirst = state.since == nil
            state.since = state.since ?? now
            state.reason = "\(error)"
            return isFirst
        }
        guard isFirst else { return }
        context.reportWarning(
            ProblemCode.outputFailed, "\(error); this output is retried, and the other outputs continue")
    }

    /// Records the start of an attempt.
    func retries() { state.withLock { $0.attempt = context.clock.now } }

    /// Records that the sink has processed its input. Reports a recovery if it has done so for some time.
    func noteProgress() {
        let now = context.clock.now
        let length: Duration? = state.withLock { state in
            guard let since = state.since, let attempt = state.attempt, now - attempt >= Self.trial else { return nil }
            (state.since, state.attempt, state.hasRecovered) = (nil, nil, true)
            state.backoff = OutputBackoff()
            return now - since
        }
        if let length { reportRecovery(after: length) }
    }

    /// Reports an outage that lasts until the end of the run, which then counts as failed.
    func ended() {
        let now = context.clock.now
        let (since, reason, isAttempt) = state.withLock { ($0.since, $0.reason, $0.attempt != nil) }
        guard let since else { return }
        if isAttempt { return reportRecovery(after: now - since) }
        context.report(
            Problem(
                .error, code: ProblemCode.outputIncomplete,
                message:
                    "\(reason); the output lacks the media of the last \(Int((now - since).seconds.rounded(.up))) s"))
    }

    private func reportRecovery(after length: Duration) {
        context.report(
            Problem(
                .note, code: ProblemCode.outputRecovered,
                message:
                    "the output works again after \(Int(length.seconds.rounded(.up))) s; the media of this time is "
                    + "missing in it"))
    }
}
