package import Media
package import StageKit

/// Encodes sound as AAC.
package struct AudioEncode: Processor {
    package static let kind = "audio.encode"
    package static let abstract = "Encodes frames of sound as AAC."
    package static var mediaTypes: Set<MediaType> { [.audio] }

    /// The coding of the sound.
    package enum Codec: String, OptionValue, CaseIterable {
        /// AAC-LC.
        case aac
    }
    /// The GStreamer element that does the work.
    package enum Encoder: String, OptionValue, CaseIterable {
        case auto
        case avencAAC = "avenc_aac"
    }

    package struct Options: StageOptions {
        package var codec = Codec.aac
        package var encoder = Encoder.auto
        package var bitRate = BitRate.kilobits(128)
        package var rate: Int?
        package var channels: Int?
        package init() {}

        package static var fields: [OptionField<Options>] {
            [
                .option("codec", \.codec, "the coding of the sound"),
                .option("encoder", \.encoder, "the GStreamer element that encodes"),
                .option("bitrate", \.bitRate, in: .kilobits(8)...BitRate.kilobits(1024), "bits per second"),
                .option("rate", \.rate, in: 8000...96_000, "samples per second; without it those of the input"),
                .option("channels", \.channels, in: 1...8, "channels; without it those of the input"),
            ]
        }
    }

    /// The delay of libavcodec's AAC encoder in samples, measured; GStreamer does not say it.
    private static let priming: Int64 = 1024
    /// ISO/IEC 14496-3 table 1.18.
    private static let rates = [
        8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
    ]
    private let options: Options
    /// How many bytes of frames may wait for a track that begins late.
    var heldLimit = HeldMessages.byteLimit

    package init(options: Options) throws {
        if let rate = options.rate, !Self.rates.contains(rate) {
            throw StageError(
                .invalidOptions,
                "AAC has no rate of \(rate); it has \(Self.rates.map(String.init).joined(separator: ", "))")
        }
        self.options = options
    }

    package func run(
        input: any Inlet<Frame>, output: any Outlet<Sample>, context: StageContext
    ) async throws {
        var tracks = EncoderTracks(input: input, output: output, context: context, heldLimit: heldLimit) {
            track, gate in
            try await session(for: track, gate, output, context)
        } push: { session, frame in
            try await session.feed.push(frame, forcingSync: false)
        }
        try await tracks.run()
    }

    /// Starts an encoder for the frames of a track.
    func session(
        for track: Track, _ gate: TrackGate?, _ output: any Outlet<Sample>, _ context: StageContext
    ) async throws -> EncoderSession {
        guard case .rawAudio(let format) = track.format else {
            throw StageError(.unsupportedMedia, "audio.encode takes uncompressed sound")
        }
        guard try GStreamerLibrary.has("avenc_aac") else { throw DebianPackages.missing("avenc_aac") }
        let rate = options.rate ?? nearestRate(format.sampleRate)
        let channels = options.channels ?? min(format.channelCount, 8)
        let session = try EncoderSession(
            """
            appsrc name=in ! audioconvert ! audioresample
            ! audio/x-raw,rate=\(rate),channels=\(channels) ! avenc_aac bitrate=\(options.bitRate.bitsPerSecond)
            ! audio/mpeg,mpegversion=4,stream-format=raw ! appsink name=out sync=false async=false max-buffers=16
            """, subject: "the audio encoder", capacity: 16, gate: gate, output: output, context: context)
        let converter = EncodedSound(
            of: track, bitRate: options.bitRate.bitsPerSecond, priming: Self.priming, times: session.feed.times)
        try await session.start(context.makeTrackID(), converter)
        return session
    }

    /// The rate itself where AAC has it, otherwise the next one above.
    private func nearestRate(_ rate: Int) -> Int { Self.rates.first { $0 >= rate } ?? 96_000 }
}
