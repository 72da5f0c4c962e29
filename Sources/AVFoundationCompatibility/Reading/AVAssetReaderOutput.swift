public import Foundation

/// An output of a reader: ``AVAssetReaderTrackOutput``.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
    // Safe because it has no stored property.
    override init() { super.init() }

    /// The media type of the buffers.
    open var mediaType: AVMediaType { .video }
    /// Whether buffers contain copies. The option has no effect: buffers share bytes, which are copied when a program
    /// locks them for writing.
    open var alwaysCopiesSampleData: Bool {
        get { true }
        set {}
    }
    /// Whether the ranges of time may be replaced during reading; set it before reading starts.
    open var supportsRandomAccess: Bool {
        get { false }
        set {}
    }
    /// Returns the next buffer; nil at the end, after a failure and before reading starts.
    open func copyNextSampleBuffer() -> CMSampleBuffer? { nil }
    /// Starts reading other ranges, after the output has returned nil for the previous ones.
    open func reset(forReadingTimeRanges timeRanges: [CMTimeRange]) {}
    /// Declares that no other ranges follow.
    open func markConfigurationAsFinal() {}

    // The reader's side.
    func rejection(by reader: AVAssetReader) -> AVError? {
        AVError(.operationNotAllowed, "the output is of a kind that readers do not support")
    }
    func attach(to reader: AVAssetReader) -> Bool { false }
    func start(_ range: CMTimeRange) -> AVError? { nil }
    func stop() {}
}
