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
        /// An entirely encrypted segment, of which only the size can be measured.
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
    /// The reason why the segment cannot be decrypted with its key; nil if it can be or if there is no key.
    package var decryptionFault: String?
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

/// The state of a segment that the playlist declares as entirely encrypted.
package enum SegmentEncryption: Sendable, Hashable {
    /// The bytes are still encrypted; `fault` is the reason why decryption with an available key failed.
    case encrypted(fault: String?)
    /// The bytes have been decrypted; the size is that of the encrypted segment.
    case decrypted(storedSize: Int)
}

/// The measurements of an initialization section.
package struct InitializationFacts: Sendable {
    /// The name of the file in findings.
    package var file: String
    /// An identifier that is equal for sections with equal bytes within one media playlist.
    package var identity: Int
    package var measurement: InitializationMeasurement
    /// The contradictions between the first sample and the configuration, as one sentence each, by track_ID.
    package var contradictions: [UInt32: String] = [:]

    package init(file: String, identity: Int, measurement: InitializationMeasurement) {
        self.file = file
        self.identity = identity
        self.measurement = measurement
    }
}

/// The measurements of one part of a segment.
package struct PartFacts: Sendable {
    package var part: ScannedPart
    /// The name of the file in findings.
    package var file: String
    /// The offset of the part in its file, in bytes.
    package var offset: Int
    package var media: SegmentMeasurement

    package init(part: ScannedPart, file: String, offset: Int, media: SegmentMeasurement) {
        self.part = part
        self.file = file
        self.offset = offset
        self.media = media
    }
}
