import AVFoundationCompatibility
import Synchronization

/// The notifications of sessions and devices, from its creation on.
final class NotificationLog: Sendable {
    /// One notification.
    struct Entry: Sendable {
        var name: NSNotification.Name
        var object: ObjectIdentifier?
        var error: AVError?
        var reason: AVCaptureSession.InterruptionReason?
    }

    private let entries: AsyncStream<Entry>
    private let continuation: AsyncStream<Entry>.Continuation
    // Safe because the tokens are only used for removing the observers, once.
    nonisolated(unsafe) private let tokens: [any NSObjectProtocol]

    /// Observes the notifications of an object.
    init(_ names: [NSNotification.Name], of object: AnyObject?) {
        let (stream, continuation) = AsyncStream<Entry>.makeStream()
        (entries, self.continuation) = (stream, continuation)
        tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { notification in
                let userInfo = notification.userInfo ?? [:]
                let reason = (userInfo[AVCaptureSessionInterruptionReasonKey] as? Int)
                    .flatMap(AVCaptureSession.InterruptionReason.init)
                continuation.yield(
                    Entry(
                        name: notification.name, object: (notification.object as AnyObject?).map(ObjectIdentifier.init),
                        error: userInfo[AVCaptureSessionErrorKey] as? AVError, reason: reason))
            }
        }
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

    /// The next notification.
    func next() async -> Entry? {
        for await entry in entries { return entry }
        return nil
    }
}
