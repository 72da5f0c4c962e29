import Media
import StageKit

/// Determines when an input that has not delivered data yet is opened again. A state machine without a clock: times are
/// nanoseconds of any monotonic clock.
struct OpeningRetries: Sendable {
    private let wait: Duration?
    private let retriesContent: Bool
    private let start: Int64
    private let maximumDelay: Int64
    private var delay: Int64
    private var reasons: Set<String> = []
    /// The time of the next attempt; nil while the input is open.
    private(set) var next: Int64?

    /// The time for which a source is opened again if it delivers what cannot be used, as a feed that has just changed.
    private static let contentPatience = Duration.seconds(30)

    /// An input that is opened now, and again until `wait` has passed; nil for a single attempt. With `retriesContent`,
    /// it is also opened again if what it delivers cannot be used.
    init(_ wait: Duration?, _ limits: SourceSupervision.Limits, at now: Int64, retriesContent: Bool = false) {
        self.wait = wait
        self.retriesContent = retriesContent
        start = now
        (delay, maximumDelay) = (limits.firstRetry, limits.maximumRetryDelay)
    }

    /// Schedules another attempt after a failure. Throws the error when the time is over, and errors that waiting does
    /// not remove. Returns the note about a new reason.
    mutating func fail(_ error: any Error, at now: Int64) throws -> Problem? {
        let patience = retriesContent && Self.isOfContent(error) ? Self.contentPatience : nil
        guard let wait = [wait, patience].compactMap(\.self).max(), !Self.isPermanent(error) else { throw error }
        let reason = (error as? StageError)?.message ?? "\(error)"
        let deadline = start &+ MediaTime(wait).nanoseconds
        guard now < deadline else {
            let code = (error as? StageError)?.code ?? .unreadableInput
            throw StageError(code, "\(reason); waited \(wait.text) for the source (wait-for-source)")
        }
        next = min(now + delay, deadline)
        delay = min(delay * 2, max(maximumDelay, delay))
        guard reasons.insert(reason).inserted else { return nil }
        return Problem(
            .note, code: ProblemCode.sourceAwaited,
            message: "\(reason); opening the source again until \(wait.text) have passed")
    }

    /// Returns whether an attempt is due, and begins it.
    mutating func begin(at now: Int64) -> Bool {
        guard let time = next, now >= time else { return false }
        next = nil
        return true
    }

    /// Whether the input was opened and delivered unusable data.
    private static func isOfContent(_ error: any Error) -> Bool {
        [.badTimestamps, .damagedInput].contains((error as? StageError)?.code)
    }

    /// Whether opening the input again cannot help.
    static func isPermanent(_ error: any Error) -> Bool {
        if error is CancellationError { return true }
        switch (error as? StageError)?.code {
        case .invalidOptions, .missingElement, .unsupportedMedia: return true
        default: return false
        }
    }
}
