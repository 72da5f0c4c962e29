import AssetWriting
import Dispatch
public import Foundation
import Media
public import Observation
import Synchronization

/// An input for the media of one track.
///
/// Without output settings it passes coded samples through unchanged; with settings it encodes frames. Append only
/// while ``isReadyForMoreMediaData`` is true; with several inputs it becomes false for an input that is too far ahead
/// of the others.
///
/// ``isReadyForMoreMediaData``, ``canPerformMultiplePasses`` and ``currentPassDescription`` are observable, in place of
/// key-value observing.
open class AVAssetWriterInput: NSObject, Observable, @unchecked Sendable {
    // Safe because the stored properties are constants or have locks.
    struct State: Sendable {
        var isAttached = false
        /// A request that was made before the input had a writer.
        var request: Request?
        var metadata: [AVMetadataItem] = []
        var mediaDataLocation = MediaDataLocation.interleavedWithMainMediaData
        /// The selection of sync samples by `AVVideoMaxKeyFrameIntervalDurationKey`.
        var keyframes: KeyframeDistance?
        /// The files that contain samples which are appended by reference.
        var references = SampleFiles()
    }

    struct Request: Sendable {
        let queue: DispatchQueue
        let block: @Sendable () -> Void
    }

    let input: AssetWriterInput
    let state: Mutex<State>
    /// The media type that can be appended.
    public let mediaType: AVMediaType
    /// The encoder settings; nil for passthrough.
    // Safe because the dictionary never changes.
    nonisolated(unsafe) public let outputSettings: [String: Any]?
    /// The format of the appended media, if it was given.
    public let sourceFormatHint: CMFormatDescription?

    /// Creates an input for one media type.
    public convenience init(mediaType: AVMediaType, outputSettings: [String: Any]?) {
        self.init(mediaType: mediaType, outputSettings: outputSettings, sourceFormatHint: nil)
    }

    /// Creates an input for one media type.
    ///
    /// Settings with unknown keys, or that are incomplete even with the hint, are reported by the writer: it does not
    /// add the input, and does not start.
    /// - Parameters:
    ///   - mediaType: the type of the appended media.
    ///   - outputSettings: the encoder settings; nil passes coded samples through.
    ///   - sourceFormatHint: the format of the appended media; required for passthrough to anything but a QuickTime
    ///     movie.
    public init(mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription?) {
        self.mediaType = mediaType
        self.outputSettings = outputSettings
        self.sourceFormatHint = sourceFormatHint
        var state = State()
        do throws(AssetWriterError) {
            let type = try Self.supported(mediaType)
            let settings = try outputSettings.map { dictionary throws(AssetWriterError) in
                try OutputSettingsDictionary(dictionary).settings(for: type)
            }
            state.keyframes = settings?.keyframeInterval.map(KeyframeDistance.init)
            let hint = try Self.format(of: sourceFormatHint, isPassthrough: settings == nil)
            input = AssetWriterInput(mediaType: type, outputSettings: settings?.settings, sourceFormatHint: hint)
        } catch {
            input = AssetWriterInput(mediaType: mediaType.mediaType ?? .metadata, settingsError: error)
        }
        self.state = Mutex(state)
    }

    /// Whether the input accepts more media data now.
    ///
    /// False before the session starts, while the input is too far ahead of the others, while the encoder or the
    /// delegate is behind, and after ``markAsFinished()``. True after a failure or a cancellation until the input is
    /// marked as finished, so that a waiting loop sees its append fail.
    public var isReadyForMoreMediaData: Bool { input.isReadyForMoreMediaData }

    /// Appends the samples or the frame of a buffer; the bytes are shared, not copied.
    ///
    /// On a false result the writer's `error` contains the reason. A call in the wrong state, such as an append while
    /// the input is not ready, is rejected and writing continues; invalid media fail the writer.
    @discardableResult public func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
        do {
            switch try MediaOfSampleBuffer(try referencing(sampleBuffer)) {
            case .samples(let samples, let format): return input.append(contentsOf: samples, format: format)
            case .frame(let frame): return append(frame)
            }
        } catch {
            input.fail(
                AssetWriterError(.sampleBuffer, "a sample buffer cannot be appended: \(error.localizedDescription)"))
            return false
        }
    }

    /// Appends a frame to be encoded.
    func append(_ frame: Frame) -> Bool {
        var keyframes = state.withLock { $0.keyframes }
        guard keyframes != nil else { return input.append(frame) }
        var frame = frame
        let duration = MediaTime(value: frame.duration, timescale: max(1, frame.timescale))
        if keyframes?.mustBeSync(frame.presentationTime, duration: duration) == true { frame.mustBeSync = true }
        guard input.append(frame) else { return false }
        state.withLock { [keyframes] in $0.keyframes = keyframes }
        return true
    }

    /// Finishes the input: other inputs no longer wait for it, and its request for media data ends. Further calls do
    /// nothing.
    public func markAsFinished() { input.markAsFinished() }

    private static func supported(_ type: AVMediaType) throws(AssetWriterError) -> MediaType {
        guard let supported = type.mediaType else {
            throw AssetWriterError(
                .invalidSettings,
                "inputs for the media type '\(type.rawValue)' are not supported; supported are video, audio, text, "
                    + "subtitle, closedCaption, timecode and metadata")
        }
        return supported
    }

    /// The format of a hint. A hint without a decoder configuration is an error for passthrough.
    private static func format(
        of hint: CMFormatDescription?, isPassthrough: Bool
    ) throws(AssetWriterError) -> MediaFormat? {
        guard let hint else { return nil }
        guard hint.format != nil || !isPassthrough else {
            throw AssetWriterError(
                .missingFormat,
                "the source format hint \(hint) has no decoder configuration; create it from parameter sets or use the "
                    + "format description of a track")
        }
        return hint.format
    }
}

extension PackagingError.Code {
    /// A sample buffer whose media cannot be used.
    static let sampleBuffer = PackagingError.Code(rawValue: "sampleBuffer")
}
