public import Foundation
import GStreamerStages
import Media
import Synchronization

/// A camera of Video4Linux or a microphone of ALSA.
///
/// A device that is disconnected stays disconnected: when it is connected again, it is another instance with the same
/// ``uniqueID``. `sluice.test-video` and `sluice.test-audio` are devices on every machine, which generate media; they
/// are found only by these identifiers.
public final class AVCaptureDevice: NSObject, CaptureDeviceLookup, Sendable {
    struct State {
        var isConnected = true
        var lockCount = 0
        var formats: [Format] = []
        /// The format that the program has selected.
        var selectedFormat: Format?
        /// The preset of the session that the device belongs to.
        var preset = AVCaptureSession.Preset.high
        var minimumFrameDuration = CMTime.invalid
        var maximumFrameDuration = CMTime.invalid
        /// Whether the configuration has changed since the device was locked.
        var hasChanged = false
        /// The sessions with an input of the device.
        var sessions: [SessionReference] = []
    }

    let source: CaptureDeviceSource
    let state = Mutex(State())

    init(_ source: CaptureDeviceSource) { self.source = source }

    /// An identifier that is the same after the device is connected again, or the machine is restarted: the path of a
    /// camera's link in `/dev/v4l/by-id` if it has one or else of its device file, or the ALSA name of a microphone.
    public var uniqueID: String { source.uniqueID }
    /// The name of the model that the driver reports.
    public var modelID: String { source.name }
    /// The name that the driver reports.
    public var localizedName: String { source.name }
    /// The manufacturer: empty, because drivers report it as a part of the name.
    public var manufacturer: String { "" }
    /// The kind of the device.
    public var deviceType: DeviceType { source.deviceType }
    /// The side of the machine; drivers do not report it.
    public var position: Position { .unspecified }
    /// Whether the device is connected. Does not become true again.
    public var isConnected: Bool { state.withLock { $0.isConnected } }
    /// Whether the device is suspended, which devices on Linux are not.
    public var isSuspended: Bool { false }

    /// Whether the device captures media of a type.
    public func hasMediaType(_ mediaType: AVMediaType) -> Bool { source.mediaType == mediaType }

    /// Whether the device offers the size of a preset.
    public func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool {
        preset == .inputPriority || CaptureFormatChoice.format(for: preset, among: formats.map(\.value)) != nil
    }

    public override var description: String { "\(localizedName) (\(uniqueID))" }
}
