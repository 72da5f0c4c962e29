import HLS
package import ISOMedia
package import MPEGTransport
import Media

/// What was measured of one segment's media.
package struct SegmentFacts: Sendable {
    /// What the bytes are.
    package enum Content: String, Sendable, Hashable {
        case fragmentedMP4
        case transportStream
        case packedAudio
        case webVTT
        /// Encrypted as a whole: nothing can be measured but the size.
        case encrypted
        /// None of the formats that media segments may have.
        case unknown
    }

    /// The file that holds it, as findings name it.
    package var file: String
    /// Where it begins in its file, in bytes.
    package var offset = 0
    /// How many bytes it has, without its initialization section.
    package var size: Int
    package var content = Content.unknown
    /// Of fragmented MP4.
    package var media: SegmentMeasurement?
    /// Of a transport stream.
    package var transport: TransportMeasurement?
    /// Of packed audio.
    package var packedAudio: PackedAudioMeasurement?
    /// The initialization section in force; nil without one and where it cannot be read.
    package var initialization: InitializationFacts?
    /// The parts that the playlist lists of it and that could be read.
    package var parts: [PartFacts] = []
    /// Why a segment that is encrypted as a whole cannot be decrypted, though there is a key; nil where it could be.
    package var decryptionFault: String?
    /// What bytes of no known format begin with, in words.
    package var beginning = ""
    /// Whether a WebVTT file says how its times lie beside those of other media.
    package var hasTimestampMap = false

    package init(file: String, size: Int) {
        self.file = file
        self.size = size
    }

    /// The elementary streams of what is not fragmented MP4.
    package var streams: [StreamMeasurement] {
        transport?.streams ?? packedAudio?.stream.map { [$0] } ?? []
    }
}

/// What is known of a segment that a playlist says to be encrypted as a whole.
package enum SegmentEncryption: Sendable, Hashable {
    /// Its bytes are as they are stored; `fault` says what is wrong with them where there is a key.
    case encrypted(fault: String?)
    /// Its bytes were decrypted; so many are stored.
    case decrypted(storedSize: Int)
}

/// What was measured of an initialization section.
package struct InitializationFacts: Sendable {
    /// The file that holds it, as findings name it.
    package var file: String
    /// Equal for sections with equal bytes, within one media playlist.
    package var identity: Int
    package var measurement: InitializationMeasurement
    /// Where the first sample of a track says otherwise than its configuration, in one sentence, by track_ID.
    package var contradictions: [UInt32: String] = [:]

    package init(file: String, identity: Int, measurement: InitializationMeasurement) {
        self.file = file
        self.identity = identity
        self.measurement = measurement
    }
}

/// What was measured of one part of a segment.
package struct PartFacts: Sendable {
    package var part: ScannedPart
    /// The file that holds it, as findings name it.
    package var file: String
    /// Where it begins in its file, in bytes.
    package var offset: Int
    package var media: SegmentMeasurement

    package init(part: ScannedPart, file: String, offset: Int, media: SegmentMeasurement) {
        self.part = part
        self.file = file
        self.offset = offset
        self.media = media
    }
}
