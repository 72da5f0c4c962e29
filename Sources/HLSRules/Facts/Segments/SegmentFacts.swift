import HLS
package import ISOMedia
package import MPEGTransport
import Media

/// The measurements of the media of one segment.
package struct SegmentFacts: Sendable {
    /// The format of the segment.
    package enum Content: String, Sendable, Hashable {
        case fragmentedMP4
        case transportStream
        case packedAudio
        case webVTT
        /// An entirely encrypted segment; only its size can be measured.
        case encrypted
        /// An unsupported format.
        case unknown
    }

    /// The name of the file in findings.
    package var file: String
    /// The offset of the segment in its file, in bytes.
    package var offset = 0
    /// The size without the initialization section, in bytes.
    package var size: Int
    package var content = Content.unknown
    /// The measurements of fragmented MP4.
    package var media: SegmentMeasurement?
    /// The measurements of a transport stream.
    package var transport: TransportMeasurement?
    /// The measurements of packed audio.
    package var packedAudio: PackedAudioMeasurement?
    /// The initialization section in force; nil if there is none or if it cannot be parsed.
    package var initialization: InitializationFacts?
    /// The listed parts of the segment that could be loaded.
    package var parts: [PartFacts] = []
    /// A digest of the first video sample of fragmented MP4, as stored; nil without.
    package var pictureDigest: Int?
    /// The reason why the segment cannot be decrypted with its key; nil if it can be or if there is no key.
    package var decryptionFault: String?
    /// The encryption of the samples; nil if they are clear or were not examined.
    package var encryption: SampleEncryptionFacts?
    /// The description of the first bytes of an unknown format.
    package var beginning = ""
    /// Whether a WebVTT segment contains X-TIMESTAMP-MAP.
    package var hasTimestampMap = false

    package init(file: String, size: Int) {
        self.file = file
        self.size = size
    }

    /// The elementary streams of a transport stream or packed audio.
    package var streams: [StreamMeasurement] {
        transport?.streams ?? packedAudio?.stream.map { [$0] } ?? []
    }
}
