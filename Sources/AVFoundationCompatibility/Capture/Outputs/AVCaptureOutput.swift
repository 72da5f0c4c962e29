public import Foundation
import Media
import Synchronization

/// A destination of media in a session: ``AVCaptureVideoDataOutput`` or ``AVCaptureAudioDataOutput``.
open class AVCaptureOutput: NSObject, @unchecked Sendable {
    // Safe because the properties of the class and of its subclasses are constants with locks.
    private let owner = Mutex(SessionReference(session: nil))
    /// The kind of media that the output delivers.
    private let mediaType: AVMediaType

    init(mediaType: AVMediaType) { self.mediaType = mediaType }

    /// The session that the output belongs to.
    var session: AVCaptureSession? {
        get { owner.withLock { $0.session } }
        set { owner.withLock { $0 = SessionReference(session: newValue) } }
    }

    /// The connections of the output in its session.
    public var connections: [AVCaptureConnection] { session?.connections.filter { $0.output === self } ?? [] }

    /// The first connection with a media type; nil if there is none.
    public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
        connections.first { $0.inputPorts.contains { $0.mediaType == mediaType } }
    }

    /// Delivers a frame, on the thread of a device. Must not block.
    func receive(_ frame: Frame, _ format: MediaFormat, from connection: AVCaptureConnection) {}

    /// Whether the output can deliver one of these streams.
    func accepts(_ ports: [AVCaptureInput.Port]) -> Bool { ports.contains { $0.mediaType == mediaType } }

    /// Reports a call that Apple's frameworks answer with an exception.
    func reportMisuse(_ message: String) {
        CaptureNotifications.postMisuse(message, session.map { [$0] } ?? [], self)
    }
}
