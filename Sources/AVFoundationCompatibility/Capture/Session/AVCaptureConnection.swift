public import Foundation
import Synchronization

/// A connection of an input's streams with an output.
open class AVCaptureConnection: NSObject, @unchecked Sendable {
    // Safe because the stored properties are constants or have locks.
    /// The streams that the output gets.
    public let inputPorts: [AVCaptureInput.Port]
    private let target: OutputReference
    private let state = Mutex((isEnabled: true, isActive: false))

    /// A connection that is not part of a session yet.
    public init(inputPorts ports: [AVCaptureInput.Port], output: AVCaptureOutput) {
        inputPorts = ports
        target = OutputReference(output: output)
    }

    /// The output that gets the streams.
    public var output: AVCaptureOutput? { target.output }

    /// Whether the output gets frames; true by default. Can be changed at any time.
    public var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set { state.withLock { $0.isEnabled = newValue } }
    }

    /// Whether the connection is enabled and its device delivers.
    public var isActive: Bool { state.withLock { $0.isEnabled && $0.isActive } }

    /// Whether the orientation of video can be changed: false, because devices deliver frames as the sensor reads them.
    public var isVideoOrientationSupported: Bool { false }
    /// Whether video can be mirrored: false.
    public var isVideoMirroringSupported: Bool { false }
    /// Whether video is mirrored: false.
    public var isVideoMirrored: Bool { false }
    /// Whether video can be stabilized: false.
    public var isVideoStabilizationSupported: Bool { false }
    /// The rotation of video in degrees clockwise: 0.
    public var videoRotationAngle: Double { 0 }

    /// Whether video can be rotated by an angle in degrees: only by 0.
    public func isVideoRotationAngleSupported(_ videoRotationAngle: Double) -> Bool { videoRotationAngle == 0 }

    func setActive(_ isActive: Bool) { state.withLock { $0.isActive = isActive } }

    /// The input whose device delivers to the connection.
    var input: AVCaptureDeviceInput? { inputPorts.first?.input as? AVCaptureDeviceInput }
}

/// An output that is not retained, because it retains its connections.
private struct OutputReference: Sendable {
    weak var output: AVCaptureOutput?
}
