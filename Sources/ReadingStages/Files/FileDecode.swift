import GStreamerStages
package import Media
package import StageKit

/// Decodes the video and audio tracks of a file.
///
/// MP4, Matroska, WebM and transport streams are read like ``ReadMovie``, ``ReadMatroska`` and ``ReadTransport`` read them,
/// and their samples are decoded. GStreamer demultiplexes other containers, and those with codecs that only it reads.
package struct FileDecode: Source, MediaTypeDeclaring, PaceDeclaring {
    package static let kind = "file.decode"
    package static let abstract = "Decodes the video and audio tracks of any file that GStreamer decodes."

    package struct Options: StageOptions {
        package var path = ""
        package var tracks = TrackSelection.all
        package var maxDamage = 0
        package init() {}

        package static var fields: [OptionField<Options>] {
            [
                .required("path", \.path, "File to decode."),
                .option("tracks", \.tracks, "Tracks to decode: \(DemuxedInput.selectionHelp)."),
                .option(
                    DemuxedInput.maxDamageName, \.maxDamage, in: DemuxedInput.maxDamageRange,
                    DemuxedInput.maxDamageHelp),
            ]
        }
    }

    private let options: Options
    /// The portion to deliver; nil for the whole file.
    private var portion: MediaPortion?

    package init(options: Options) throws { self.options = options }

    package func run(output: any Outlet<Frame>, context: StageContext) async throws {
        guard let file = await DecodableFile(options, context) else {
            return try await demuxed.run(output: output, context: context)
        }
        let decoding = SampleDecoding(to: output, portion: portion, context)
        try await decoding.run(maxDamage: options.maxDamage) { decoding in
            try await file.run(output: decoding, context: context)
        }
        guard decoding.trackCount > 0 || portion != nil else {
            throw StageError(.noUsableTrack, "\(options.path) has no track that 'tracks' selects")
        }
    }

    /// The file as GStreamer demultiplexes it.
    private var demuxed: DemuxedDecode {
        let input = DemuxedInput(path: options.path, tracks: options.tracks, maxDamage: options.maxDamage)
        let decode = DemuxedDecode(input)
        return portion.map { decode.restricted(to: $0) } ?? decode
    }
}

extension FileDecode {
    package var distribution: Distribution { .stateless }

    package func restricted(to portion: MediaPortion) -> FileDecode {
        var stage = self
        stage.portion = portion
        return stage
    }

    package func videoFrameTimes() async throws -> [MediaTime]? {
        guard let times = try await times else { return try await demuxed.videoFrameTimes() }
        return times.video.isEmpty ? nil : times.video
    }

    package func mediaDuration() async throws -> MediaTime? {
        guard let times = try await times else { return try await demuxed.mediaDuration() }
        return times.end
    }

    /// The times of the samples; nil if GStreamer demultiplexes the file.
    private var times: PresentationTimes? {
        get async throws {
            let context = StageContext(stageName: Self.kind)
            guard let file = await DecodableFile(options, context) else { return nil }
            let times = PresentationTimes()
            try await file.run(output: times, context: context)
            return times
        }
    }

    package var isLive: Bool? { false }
    package func emittedMediaTypes(from accepted: Set<MediaType>) -> Set<MediaType> {
        options.tracks.mediaTypes.intersection(DecodableFile.mediaTypes)
    }
}
