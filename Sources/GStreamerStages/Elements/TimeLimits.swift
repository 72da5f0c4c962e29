import Dispatch
import StageKit
import Synchronization

/// How long elements may take; every one of them ends in an error that names what hung.
struct TimeLimits: Sendable {
    /// For opening and starting, and for stopping.
    var stateChange = Duration.seconds(15)
    /// Without anything moving while nothing below holds it up.
    var silence = Duration.seconds(20)
    /// From the first data of a source to the announcement of its tracks, which a keyframe may have to come for.
    var beginning = Duration.seconds(20)
    /// What silence means, said instead of naming elements.
    var silenceText: String?

    /// For cameras and microphones: some report nothing at all when they stall.
    static let device = TimeLimits(stateChange: .seconds(15), silence: .seconds(5))
}

extension Duration {
    var dispatchInterval: DispatchTimeInterval {
        .nanoseconds(Int(clamping: components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000))
    }
    /// Whole or decimal seconds for messages.
    var text: String {
        let seconds = Double(components.seconds) + Double(components.attoseconds) * 1e-18
        return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
    }
}

/// Runs what may block on a thread that is not Swift's and waits for it at most `limit`; nil when the time is up.
///
/// What blocks goes on blocking: whatever it needs has to be owned by `work`.
func onOwnThread<Value: Sendable>(
    named label: String, within limit: Duration, _ work: @escaping @Sendable () -> Value
) async -> Value? {
    let queue = DispatchQueue(label: label)
    return await withCheckedContinuation { continuation in
        let once = Mutex<CheckedContinuation<Value?, Never>?>(continuation)
        let box = OnceBox(once)
        queue.async { box.resume(work()) }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit.dispatchInterval) { box.resume(nil) }
    }
}

private final class OnceBox<Value: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Value?, Never>?>
    init(_ continuation: consuming Mutex<CheckedContinuation<Value?, Never>?>) { self.continuation = continuation }

    func resume(_ value: Value?) {
        let waiting = continuation.withLock { stored in
            defer { stored = nil }
            return stored
        }
        waiting?.resume(returning: value)
    }
}
