package import Media
package import StageKit
import Synchronization

/// Encodes uncompressed audio with a GStreamer element.
package struct AudioEncode: Processor, MediaTypeDeclaring {
    package static let kind = "audio.encode"
    package static let abstract = "Encodes audio frames as AAC, Opus, FLAC, AC-3 or Apple Lossless, or as PCM."
    package static var mediaTypes: Set<MediaType> { [.audio] }

    /// The codec of the encoded audio.
    package enum Codec: String, OptionValue, CaseIterable {
        /// AAC-LC.
        case aac
        case opus
        /// Lossless.
        case flac
        case ac3
        /// Apple Lossless.
        case alac
        /// Uncompressed audio, for movies.
        case pcm
    }
    /// The GStreamer encoder element.
    package enum Encoder: String, OptionValue, CaseIterable {
        case auto
        case avencAAC = "avenc_aac"
        case opusenc
        case flacenc
        case avencAC3 = "avenc_ac3"
        case avencALAC = "avenc_alac"
        case audioconvert
    }

    package struct Options: StageOptions {
        package var codec = Codec.aac
        package var encoder = Encoder.auto
        package var bitRate = BitRate.kilobits(128)
        package var rate: Int?
        package var channels: Int?
        package var onFormatChange = FormatChangePolicy.scale
        /// The bits per sample for lossless codecs; nil for the depth of the input.
        var bitDepth: Int?
        /// The coding of uncompressed audio; nil for little-endian integers of the depth of the input.
        var pcm: PCMConfiguration?
        /// The loudspeaker positions of frames that do not declare them, for uncompressed audio.
        var positions: ChannelPositions?
        package init() {}

        package static var fields: [OptionField<Options>] {
            [
                .option("codec", \.codec, "Codec of the encoded audio."),
                .option("encoder", \.encoder, "GStreamer encoder element; auto selects the codec's default."),
                .option(
                    "bitrate", \.bitRate, in: .kilobits(8)...BitRate.kilobits(1024),
                    "Bit rate in bits per second; ignored for flac, alac and pcm."),
                .option(
                    "rate", \.rate, in: 8000...192_000,
                    "Sample rate in Hz; by default that of the input, or the next that the codec supports."),
                .option(
                    "channels", \.channels, in: 1...8,
                    "Number of channels; by default that of the input, up to the codec's maximum."),
                .option(FormatChangePolicy.optionName, \.onFormatChange, FormatChangePolicy.help),
            ]
        }
    }

    /// Encoders depend on all preceding audio, with an effect that becomes inaudible after some packets.
    package var distribution: Distribution {
        element.choice.blockLength == nil
            ? .whole : .approximate(warmUp: AudioOverlap.warmUp, lookAhead: AudioOverlap.lookAhead)
    }

    private let options: Options
    private let element: AudioEncoderElement
    /// The maximum size in bytes of frames queued while another track has not started.
    var queueLimit = QueuedMessages<Frame>.byteLimit
    /// The portion to encode; nil for whole tracks.
    private var portion: MediaPortion?

    package init(options: Options) throws {
        self.options = options
        element = try AudioEncoderElement(options)
    }

    package func run(
        input: any Inlet<Frame>, output: any Outlet<Sample>, context: StageContext
    ) async throws {
        let overlaps = Mutex<[Track.ID: AudioOverlap]>([:])
        let formats = FirstFormats(options.onFormatChange, in: portion)
        var tracks = TrackSessions(input: input, output: output, context: context, heldLimit: queueLimit) {
            track, ids, gate, output in
            let track = formats.pinned(track)
            let overlap = try overlaps.withLock { known -> AudioOverlap? in
                guard let portion, known[track.id] == nil else { return known[track.id] }
                let overlap = try AudioOverlap(portion, track, number: known.count, element)
                known[track.id] = overlap
                return overlap
            }
            return try await session(for: track, gate, output, context, id: ids.id(), overlap: overlap)
        } push: { session, frame in
            let overlap = overlaps.withLock { $0[frame.track] }
            guard let overlap else { return try await session.feed.push(frame, forcingSync: false) }
            if let part = try overlap.trimmed(frame) { try await session.feed.push(part, forcingSync: false) }
        }
        try await tracks.run()
    }

    package func restricted(to portion: MediaPortion) throws -> AudioEncode {
        guard portion.isLimited else { return self }
        var stage = self
        stage.portion = portion
        return stage
    }

    /// Starts an encoder for the frames of a track.
    func session(
        for track: Track, _ gate: TrackGate?, _ output: any Outlet<Sample>, _ context: StageContext,
        id: Track.ID? = nil, overlap: AudioOverlap? = nil
    ) async throws -> SingleTrackEncoder {
        guard case .rawAudio(let format) = track.format else {
            throw StageError(.unsupportedMedia, "audio.encode requires uncompressed audio")
        }
        guard try GStreamerLibrary.has(element.choice.element) else {
            throw DebianPackages.missing(element.choice.element)
        }
        let session = try SingleTrackEncoder(
            "appsrc name=in \(element.description(for: format)) ! appsink name=out sync=false async=false max-buffers=16",
            subject: "the audio encoder", capacity: 16, convertsFormats: options.onFormatChange == .scale, gate: gate,
            output: output, context: context)
        let converter = EncodedAudio(
            of: track, coding: element.choice.coding, bitRate: element.bitRate, priming: element.choice.priming,
            positions: options.positions, times: session.feed.times, overlap: overlap)
        try await session.start(id ?? context.makeTrackID(), converter)
        return session
    }
}
