/// A session that is not retained.
struct SessionReference: Sendable {
    weak var session: AVCaptureSession?
}
