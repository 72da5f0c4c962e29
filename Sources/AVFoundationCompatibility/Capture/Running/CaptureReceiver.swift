import Media

/// An output that gets the frames of a device, with the connection between the two.
struct CaptureReceiver: Sendable {
    let output: AVCaptureOutput
    let connection: AVCaptureConnection

    func receive(_ frame: Frame, _ format: MediaFormat) {
        if connection.isEnabled { output.receive(frame, format, from: connection) }
    }
}
