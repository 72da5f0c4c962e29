import Dispatch
import Foundation

/// Posts notifications in order, on a separate queue: an observer may call the session, which waits for its devices.
enum CaptureNotifications {
    static let queue = DispatchQueue(label: "capture-notifications")

    static func post(
        _ name: NSNotification.Name, _ object: any AnyObject & Sendable,
        reason: AVCaptureSession.InterruptionReason? = nil, error: AVError? = nil
    ) {
        queue.async {
            var userInfo: [AnyHashable: Any] = [:]
            if let error { userInfo[AVCaptureSessionErrorKey] = error }
            if let reason { userInfo[AVCaptureSessionInterruptionReasonKey] = NSNumber(value: reason.rawValue) }
            NotificationCenter.default.post(name: name, object: object, userInfo: userInfo)
        }
    }

    /// Posts a runtime error for a call that Apple's frameworks answer with an exception: of the sessions that it
    /// concerns, or of `object` if there are none.
    static func postMisuse(_ message: String, _ sessions: [AVCaptureSession], _ object: any AnyObject & Sendable) {
        let error = AVError(.operationNotAllowed, message)
        let objects: [any AnyObject & Sendable] = sessions.isEmpty ? [object] : sessions
        for object in objects { post(AVCaptureSession.runtimeErrorNotification, object, error: error) }
    }

    /// Posts a runtime error for a frame that an output cannot deliver.
    static func postFailure(_ message: String, _ session: AVCaptureSession?, _ object: any AnyObject & Sendable) {
        post(AVCaptureSession.runtimeErrorNotification, session ?? object, error: AVError(.invalidSourceMedia, message))
    }
}
