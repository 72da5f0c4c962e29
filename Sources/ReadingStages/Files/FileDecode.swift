package import GStreamerStages
package import Media
package import PackagingStages
package import StageKit

/// Decodes the video and audio tracks of a file.
///
/// MP4, Matroska, WebM and transport streams are read like ``ReadMovie``, ``ReadMatroska`` and ``ReadTransport`` read them,
/// and their samples are decoded. GStreamer demultiplexes other containers, and those with codecs that only it reads.
package struct FileDecode: Source, MediaTypeDeclaring, PaceDeclaring {
    package static let kind = "file.decode"
    package static let abstract = "Decodes the video and audio tracks of any file that GStreamer decodes."

    /// The handling of edit lists that omit, repeat or pause media.
    package enum EditPolicy: String, OptionValue, CaseIterable {
        /// Media are presented as the edits say.
        case apply
        /// All media are presented in sequence, as by ``ReadMovie``.
        case sequence
    }

    package struct Options: StageOptions {
        package var path = ""
        package var tracks = TrackSelection.all
        package var decoder = VideoDecoderChoice.auto
        package var edits = EditPolicy.apply
        package var program: Int?
        package var frameRate: Ratio?
        package var whenTruncated = TruncationPolicy.fail
        package var maxDamage = 0
        package var allowMissing: [EssentialTracks] = []
        package init() {}

        package static var fields: [OptionField<Options>] {
            [
                .required("path", \.path, "File to decode."),
                .option("tracks", \.tracks, "Tracks to decode: \(DemuxedInput.selectionHelp)."),
                .option(
                    "edits", \.edits,
                    "Edit lists that omit, repeat or pause media: apply them, or present all media in sequence as mp4.read does, "
                        + "for use together with it."),
                ReadTransport.Options.program(\.program), ReadTransport.Options.frameRate(\.frameRate),
                TruncationPolicy.option(\.whenTruncated),
                .option(
                    VideoDecoderChoice.optionName, \.decoder,
                    VideoDecoderChoice.help + " Not used for files that GStreamer demultiplexes."),
                .option(
                    DemuxedInput.maxDamageName, \.maxDamage, in: DemuxedInput.maxDamageRange,
                    DemuxedInput.maxDamageHelp),
                .option(EssentialTracks.optionName, \.allowMissing, EssentialTracks.optionHelp),
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
        let count: Int
        if let presentation = file.presentation {
            let decoding = EditedDecoding(
                file: file, presentation: presentation, portion: portion, decoder: options.decoder)
            count = try await decoding.run(to: output, maxDamage: options.maxDamage, context)
        } else {
            let decoding = SampleDecoding(to: output, portion: portion, by: options.decoder, context)
            try await decoding.run(maxDamage: options.maxDamage) { decoding in
                try await file.run(output: decoding, context: context)
            }
            count = decoding.trackCount
        }
        guard count > 0 || portion != nil else {
            throw StageError(.noUsableTrack, "\(options.path) has no track that 'tracks' selects")
        }
    }

    /// The file as GStreamer demultiplexes it.
    private var demuxed: DemuxedDecode {
        var input = DemuxedInput(path: options.path, tracks: options.tracks, maxDamage: options.maxDamage)
        input.allowMissing = options.allowMissing
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

    /// The selected tracks with their first formats, and the ends of their samples, nil for tracks without samples.
    ///
    /// Nil if GStreamer demultiplexes the file. Reads the whole file; cancelling the task ends that.
    package func surveyedTracks() async throws -> [(track: Track, end: MediaTime?)]? {
        let stop = StopSignal()
        return try await withTaskCancellationHandler {
            let tracks = try await times(stop)?.tracks
            try Task.checkCancellation()
            return tracks
        } onCancel: {
            stop.raise()
        }
    }

    package func videoFrameTimes() async throws -> [MediaTime]? {
        guard let times = try await times() else { return try await demuxed.videoFrameTimes() }
        return times.video.isEmpty ? nil : times.video
    }

    package func mediaDuration() async throws -> MediaTime? {
        guard let times = try await times() else { return try await demuxed.mediaDuration() }
        return times.end
    }

    /// The times of the samples; nil if GStreamer demultiplexes the file.
    private func times(_ stop: StopSignal = StopSignal()) async throws -> PresentationTimes? {
        let context = StageContext(stageName: Self.kind, stop: stop)
        guard let file = await DecodableFile(options, context) else { return nil }
        let times = PresentationTimes()
        try await file.run(output: times, context: context)
        return file.presentation.map { times.edited(by: $0) } ?? times
    }

    package var isLive: Bool? { false }
    package func emittedMediaTypes(from accepted: Set<MediaType>) -> Set<MediaType> {
        options.tracks.mediaTypes.intersection(DecodableFile.mediaTypes)
    }
}
