import CGStreamer
package import Media
package import StageKit

/// Reads the coded samples of the tracks of a file that GStreamer demultiplexes.
package struct DemuxedRead: Source, MediaTypeDeclaring, PaceDeclaring {
    package static let kind = "file.read"
    package static let abstract = "Reads the coded samples of any container that GStreamer demuxes."

    package struct Options: StageOptions {
        package var path = ""
        package var tracks = TrackSelection.all
        package var maxDamage = 0
        package var allowMissing: [EssentialTracks] = []
        package init() {}

        package static var fields: [OptionField<Options>] {
            [
                .required("path", \.path, "File to read."),
                .option("tracks", \.tracks, "Tracks to read: \(DemuxedInput.selectionHelp)."),
                .option(
                    DemuxedInput.maxDamageName, \.maxDamage, in: DemuxedInput.maxDamageRange,
                    DemuxedInput.maxDamageHelp),
                .option(EssentialTracks.optionName, \.allowMissing, EssentialTracks.optionHelp),
            ]
        }
    }

    private var input: DemuxedInput
    package init(options: Options) throws {
        input = DemuxedInput(path: options.path, tracks: options.tracks, maxDamage: options.maxDamage)
        input.allowMissing = options.allowMissing
    }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        let pipeline = try input.pipeline(context, .samples)
        let run = SourceRun(pipeline, output: output, chapters: input.chapters)
        let (input, selection) = (input, StreamSelection(input))
        let isContinuous = FileInput.isContinuousAudio(input.path)
        let branches = PadBranches(
            of: pipeline.element("streams"), run: run, context: context, delays: input.delays,
            selection: input.tracks, endsWithAll: true, sharesOriginWithAll: selection.isShared,
            whenComplete: { [outlets = run.outlets] in selection.complete(outlets) },
            continues: { $0 == .container },
            choose: { stream in
                switch selection.decide(stream, obstacle: Self.obstacle(stream.caps)) {
                case .deliver:
                    CodedStream(stream.caps).map { Self.branch($0, context, isContinuous: isContinuous) } ?? .discard
                case .discard: .discard
                case .leaveOut(let leftOut): .leaveOut(leftOut)
                }
            })
        defer { withExtendedLifetime(branches) {} }
        try await run.runFile(input.path, context, maxDamage: input.maxDamage, mayBeEmpty: selection.isShared)
    }

    /// The reason why a stream cannot be carried; nil if it can.
    private static func obstacle(_ caps: CapsFields) -> String? {
        if let obstacle = CodedStream.obstacle(caps) { return obstacle }
        if CodedStream(caps) != nil { return nil }
        switch caps.mediaType {
        case .video, .audio:
            let kind = caps.mediaType?.rawValue ?? ""
            let hint =
                caps.isDecodable
                ? "; encode it (file.decode, sluice segment --encode \(kind))" : ""
            return "which HLS in fragmented MP4 does not carry" + hint
        case .text: return "which is not read; supported formats are WebVTT, SubRip and the text of MP4"
        default: return "which HLS does not carry"
        }
    }

    private static func branch(
        _ stream: CodedStream, _ context: StageContext, isContinuous: Bool
    ) -> PadBranches<Sample>.Branch {
        switch stream {
        case .video(let elements, let coding):
            // Hidden VP8 frames have the time of the next frame, or a time just before it.
            let isVP8 = coding == .vp8
            let isReordered = !isVP8 && !coding.isIntraOnly
            return .deliver(elements) { run, sink, id in
                run.add(
                    sink, id,
                    CodedVideo(
                        coding, isReordered: isReordered, mendsTimes: isVP8, context: context,
                        leftOut: run.leftOut(of: id)))
            }
        case .audio(let elements, let coding):
            return .deliver(elements) { run, sink, id in
                run.add(
                    sink, id, CodedAudio(coding, isContinuous: isContinuous, leftOut: run.leftOut(of: id)))
            }
        case .text(let elements, let isMarkup):
            return .deliver(elements) { run, sink, id in
                run.add(
                    sink, id, TextCues(isMarkup: isMarkup, context: context, leftOut: run.leftOut(of: id)),
                    isSparse: true)
            }
        }
    }
}

extension DemuxedRead {
    package var isLive: Bool? { false }
    package func emittedMediaTypes(from accepted: Set<MediaType>) -> Set<MediaType> { input.tracks.mediaTypes }
}
