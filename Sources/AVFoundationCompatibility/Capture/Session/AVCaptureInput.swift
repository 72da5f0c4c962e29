public import Foundation

/// A source of media in a session. ``AVCaptureDeviceInput`` is the only kind.
open class AVCaptureInput: NSObject, @unchecked Sendable {
    // Safe because the class and its subclass have only constants.
    private let mediaType: AVMediaType

    init(mediaType: AVMediaType) { self.mediaType = mediaType }

    /// The streams of the input.
    public var ports: [Port] { [Port(self, mediaType)] }

    /// One stream of an input.
    public final class Port: NSObject, Sendable {
        /// The input that the stream belongs to.
        public let input: AVCaptureInput
        /// The kind of media.
        public let mediaType: AVMediaType

        init(_ input: AVCaptureInput, _ mediaType: AVMediaType) {
            self.input = input
            self.mediaType = mediaType
        }

        /// The format of the stream; nil if the device cannot be opened.
        public var formatDescription: CMFormatDescription? {
            (input as? AVCaptureDeviceInput)?.device.activeFormat.formatDescription
        }
        /// Whether the stream delivers. To stop one, disable its connection.
        public var isEnabled: Bool { true }
        /// The clock of the stream's times.
        public var clock: CMClock? { CMClockGetHostTimeClock() }

        public override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? Port else { return false }
            return other.input === input && other.mediaType == mediaType
        }
        public override var hash: Int { ObjectIdentifier(input).hashValue }
    }
}
