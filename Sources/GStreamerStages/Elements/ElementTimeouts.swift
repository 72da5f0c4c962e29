import Dispatch
import StageKit

/// Timeouts for elements. Each one ends in an error that names the cause.
struct ElementTimeouts: Sendable {
    /// The timeout for opening and starting, and for stopping.
    var stateChange = Duration.seconds(15)
    /// The timeout for progress while nothing downstream blocks.
    var silence = Duration.seconds(20)
    /// The timeout from a source's first data to the announcement of its tracks, which may require a keyframe.
    var trackAnnouncement = Duration.seconds(20)
    /// The time for which the tracks of a live source that have started wait for the others.
    var lateTracks = Duration.seconds(15)
    /// The time after a stop after which a message names the elements that still run.
    var stopNotice = Duration.seconds(1)
    /// The timeout for stopping a source after a stop. Its thread is abandoned after this time.
    var promptStop = Duration.seconds(5)

    /// The timeouts for cameras and microphones: some devices do not report an error when they stall.
    static let device = ElementTimeouts(stateChange: .seconds(15), silence: .seconds(5))
}

extension Duration {
    var dispatchInterval: DispatchTimeInterval {
        .nanoseconds(Int(clamping: components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000))
    }
    /// Seconds with a unit, for messages.
    var text: String {
        let seconds = Double(components.seconds) + Double(components.attoseconds) * 1e-18
        return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
    }
}

/// Runs an operation that may block on a separate thread, outside Swift's thread pool. Returns nil after `limit`.
///
/// An operation that blocks continues after the timeout, so `work` must own everything it uses.
func runOnSeparateThread<Value: Sendable>(
    named label: String, within limit: Duration, _ work: @escaping @Sendable () -> Value
) async -> Value? {
    await BlockingOperation(on: DispatchQueue(label: label), work).value(within: limit)
}
