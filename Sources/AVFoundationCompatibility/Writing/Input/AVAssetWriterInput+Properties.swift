import AssetWriting
public import Foundation
import Synchronization

// These properties are set before the writer starts. An invalid value is not stored, and until a valid value is set no
// writer accepts the input or starts with it.
extension AVAssetWriterInput {
    /// Whether the source delivers in real time. Readiness then ends only when the writer cannot keep up.
    public var expectsMediaDataInRealTime: Bool {
        get { input.expectsMediaDataInRealTime }
        set { input.expectsMediaDataInRealTime = newValue }
    }

    /// The metadata of the track. Items that the file type cannot contain are not written.
    public var metadata: [AVMetadataItem] {
        get { state.withLock { $0.metadata } }
        set {
            state.withLock { $0.metadata = newValue }
            input.metadata = newValue.compactMap(\.metadataItem)
        }
    }

    /// The rotation and flipping of the video for display.
    public var transform: CGAffineTransform {
        get { CGAffineTransform(input.transform) }
        set { input.transform = newValue.displayTransform }
    }

    /// The display size in pixels, rounded, at most 65535 in each dimension; zero uses the size in the format.
    public var naturalSize: CGSize {
        get { CGSize(width: input.naturalSize.width, height: input.naturalSize.height) }
        set {
            // Numbers that are not integers are rejected as negative sizes.
            let width = Int(exactly: Double(newValue.width).rounded()) ?? -1
            let height = Int(exactly: Double(newValue.height).rounded()) ?? -1
            input.naturalSize = PixelSize(width: width, height: height)
        }
    }

    /// The timescale of the track, in ticks per second; 0 lets the writer choose. Must be 0 for audio.
    public var mediaTimeScale: CMTimeScale {
        get { input.mediaTimeScale }
        set { input.mediaTimeScale = newValue }
    }

    /// Whether the track is enabled for playback by default.
    public var marksOutputTrackAsEnabled: Bool {
        get { input.marksOutputTrackAsEnabled }
        set { input.marksOutputTrackAsEnabled = newValue }
    }

    /// The playback volume, usually 0 to 1, at most 127.
    public var preferredVolume: Float {
        get { input.preferredVolume }
        set { input.preferredVolume = newValue }
    }

    /// The language as a three-letter ISO 639-2/T code; nil for none.
    public var languageCode: String? {
        get { input.languageCode }
        set { input.languageCode = newValue }
    }

    /// The language as a BCP 47 tag, for languages that the three-letter code cannot express; nil for none.
    public var extendedLanguageTag: String? {
        get { input.extendedLanguageTag }
        set { input.extendedLanguageTag = newValue }
    }

    /// The base directory of references to the sample file; nil copies the samples into the movie.
    ///
    /// With a value, a QuickTime movie refers to the source file of the samples: the file that a reader reads, or that
    /// of the attachments `kCMSampleBufferAttachmentKey_SampleReferenceURL` and `…ByteOffset`.
    public var sampleReferenceBaseURL: URL? {
        get { input.sampleReferenceBaseURL.map { URL(fileURLWithPath: $0.path, isDirectory: true) } }
        set { input.sampleReferenceBaseURL = newValue.map { FileURL(fileURLWithPath: $0.path) } }
    }

    /// The byte alignment of chunks in a movie file, at most 1 MiB; 0 and 1 add no padding.
    public var preferredMediaChunkAlignment: Int {
        get { input.preferredMediaChunkAlignment }
        set { input.preferredMediaChunkAlignment = newValue }
    }

    /// The maximum duration of a chunk in a movie file, above zero; `.invalid` lets the writer choose.
    public var preferredMediaChunkDuration: CMTime {
        get { CMTime(input.preferredMediaChunkDuration) }
        set { input.preferredMediaChunkDuration = newValue.setting(ifNotNumeric: .zero) }
    }

    /// The preferred place of the media data in a movie file without fragments.
    ///
    /// While an input with `beforeMainMediaDataNotInterleaved` is not finished, other inputs are not ready, unless they
    /// expect media data in real time: their media waits in memory, and beyond the limit of that is interleaved.
    public var mediaDataLocation: MediaDataLocation {
        get { state.withLock { $0.mediaDataLocation } }
        set {
            state.withLock { $0.mediaDataLocation = newValue }
            input.precedesOtherMedia = newValue == .beforeMainMediaDataNotInterleaved
        }
    }

    /// A place of the media data of an input in a movie file.
    public struct MediaDataLocation: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// The place with this identifier.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Interleaved with the media data of other inputs.
        public static let interleavedWithMainMediaData = MediaDataLocation(
            rawValue: "AVAssetWriterInputMediaDataLocationInterleavedWithMainMediaData")
        /// Before the media data of other inputs.
        public static let beforeMainMediaDataNotInterleaved = MediaDataLocation(
            rawValue: "AVAssetWriterInputMediaDataLocationBeforeMainMediaDataNotInterleaved")
        /// Interleaved, in few chunks; here, the same as ``interleavedWithMainMediaData``.
        public static let sparselyInterleavedWithMainMediaData = MediaDataLocation(
            rawValue: "AVAssetWriterInputMediaDataLocationSparselyInterleavedWithMainMediaData")
    }
}
