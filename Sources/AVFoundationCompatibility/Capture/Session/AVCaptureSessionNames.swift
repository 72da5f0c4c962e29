public import Foundation
import Media

/// The key of the error in the user information of a session's runtime error: an ``AVError``.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"
/// The key of the reason in the user information of a session's interruption: the raw value of an
/// ``AVCaptureSession/InterruptionReason``.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"

extension AVCaptureSession {
    /// Posted when a session starts.
    public static let didStartRunningNotification = NSNotification.Name("AVCaptureSessionDidStartRunningNotification")
    /// Posted when a session stops.
    public static let didStopRunningNotification = NSNotification.Name("AVCaptureSessionDidStopRunningNotification")
    /// Posted when a device fails, or cannot be opened, and for calls that Apple's frameworks answer with an exception.
    public static let runtimeErrorNotification = NSNotification.Name("AVCaptureSessionRuntimeErrorNotification")
    /// Posted when another program uses a device of the session.
    public static let wasInterruptedNotification = NSNotification.Name("AVCaptureSessionWasInterruptedNotification")
    /// Posted when all devices of an interrupted session deliver again.
    public static let interruptionEndedNotification = NSNotification.Name(
        "AVCaptureSessionInterruptionEndedNotification")

    /// The reason of an interruption.
    public enum InterruptionReason: Int, Sendable {
        case videoDeviceNotAvailableInBackground = 1
        /// Another program or session uses the microphone.
        case audioDeviceInUseByAnotherClient = 2
        /// Another program or session uses the camera.
        case videoDeviceInUseByAnotherClient = 3
        case videoDeviceNotAvailableWithMultipleForegroundApps = 4
        case videoDeviceNotAvailableDueToSystemPressure = 5
    }

    /// The quality of a session: the size of its video.
    public struct Preset: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        /// The preset with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The largest size.
        public static let photo = Preset(rawValue: "AVCaptureSessionPresetPhoto")
        /// The largest size up to 1920x1080, with at least 24 frames per second where the camera offers that.
        public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
        /// The size closest to 480x360.
        public static let medium = Preset(rawValue: "AVCaptureSessionPresetMedium")
        /// The size closest to 192x144.
        public static let low = Preset(rawValue: "AVCaptureSessionPresetLow")
        public static let qvga320x240 = Preset(rawValue: "AVCaptureSessionPreset320x240")
        public static let cif352x288 = Preset(rawValue: "AVCaptureSessionPreset352x288")
        public static let vga640x480 = Preset(rawValue: "AVCaptureSessionPreset640x480")
        public static let qHD960x540 = Preset(rawValue: "AVCaptureSessionPreset960x540")
        public static let hd1280x720 = Preset(rawValue: "AVCaptureSessionPreset1280x720")
        public static let hd1920x1080 = Preset(rawValue: "AVCaptureSessionPreset1920x1080")
        public static let hd4K3840x2160 = Preset(rawValue: "AVCaptureSessionPreset3840x2160")
        public static let iFrame960x540 = Preset(rawValue: "AVCaptureSessionPresetiFrame960x540")
        public static let iFrame1280x720 = Preset(rawValue: "AVCaptureSessionPresetiFrame1280x720")
        /// The format that the program has selected for the device.
        public static let inputPriority = Preset(rawValue: "AVCaptureSessionPresetInputPriority")

        /// The size that the name contains; nil for others.
        var size: PixelSize? {
            let sides = rawValue.split { !$0.isNumber && $0 != "x" }.last?.split(separator: "x").compactMap { Int($0) }
            guard let sides, sides.count == 2 else { return nil }
            return PixelSize(width: sides[0], height: sides[1])
        }
    }
}

extension NSNotification.Name {
    /// Posted when a session starts.
    public static let AVCaptureSessionDidStartRunning = AVCaptureSession.didStartRunningNotification
    /// Posted when a session stops.
    public static let AVCaptureSessionDidStopRunning = AVCaptureSession.didStopRunningNotification
    /// Posted when a device fails.
    public static let AVCaptureSessionRuntimeError = AVCaptureSession.runtimeErrorNotification
    /// Posted when another program uses a device of the session.
    public static let AVCaptureSessionWasInterrupted = AVCaptureSession.wasInterruptedNotification
    /// Posted when all devices of an interrupted session deliver again.
    public static let AVCaptureSessionInterruptionEnded = AVCaptureSession.interruptionEndedNotification
}
