import CGStreamer
package import Media
package import StageKit

/// The coded samples of a file's tracks, as they are.
package struct FileRead: Source {
    package static let kind = "file.read"
    package static let abstract = "Reads the coded samples of any container that GStreamer demuxes."

    package struct Options: StageOptions {
        package var path = ""
        package var tracks = TrackSelection.all
        package var maxDamage = 0
        package init() {}

        package static var fields: [OptionField<Options>] {
            [
                .required("path", \.path, "the file to read"),
                .option("tracks", \.tracks, "Tracks to read: \(DemuxedInput.selectionHelp)."),
                .option(
                    DemuxedInput.maxDamageName, \.maxDamage, in: DemuxedInput.maxDamageRange,
                    DemuxedInput.maxDamageHelp),
            ]
        }
    }

    private let input: DemuxedInput
    package init(options: Options) throws {
        input = DemuxedInput(path: options.path, tracks: options.tracks, maxDamage: options.maxDamage)
    }

    /// Reads what a playlist leads to.
    package init(_ input: DemuxedInput) { self.input = input }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        let pipeline = try input.pipeline(context, .samples)
        let run = SourceRun(pipeline, output: output)
        let (input, selection) = (input, StreamSelection(input))
        let branches = PadBranches(
            of: pipeline.element("streams"), run: run, context: context, delays: input.delays,
            sharesOriginWithAll: selection.isShared,
            whenComplete: { [outlets = run.outlets] in selection.complete(outlets) },
            continues: { $0 == .container },
            choose: { stream in
                switch selection.decide(stream, obstacle: Self.obstacle(stream.caps, input)) {
                case .deliver: Self.branch(stream.caps, context) ?? .discard
                case .discard: .discard
                case .leaveOut(let leftOut): .leaveOut(leftOut)
                }
            })
        defer { withExtendedLifetime(branches) {} }
        try await run.runFile(context, maxDamage: input.maxDamage, mayBeEmpty: selection.isShared)
    }

    /// The reason why a stream cannot be carried; nil where it can.
    private static func obstacle(_ caps: CapsFields, _ input: DemuxedInput) -> String? {
        let isCarried = carriedPictures.contains(caps.name) || carriedText.contains(caps.name) || sound(caps) != nil
        if isCarried { return nil }
        switch caps.mediaType {
        case .video, .audio:
            let kind = caps.mediaType?.rawValue ?? ""
            let hint =
                caps.isDecodable
                ? "; encode it (\(input.family).decode, sluice segment --encode \(kind))" : ""
            return "which HLS in fragmented MP4 does not carry" + hint
        case .text: return "which is not read; WebVTT, SubRip and the text of MP4 are"
        default: return "which HLS does not carry"
        }
    }

    private static let carriedPictures: Set = ["video/x-h264", "video/x-h265", "video/x-av1", "video/x-vp9"]
    private static let carriedText: Set = ["text/x-raw", "application/x-subtitle-unknown"]

    private static func branch(_ caps: CapsFields, _ context: StageContext) -> PadBranches<Sample>.Branch? {
        switch caps.name {
        case "video/x-h264":
            return .deliver("h264parse ! video/x-h264,stream-format=avc,alignment=au") { run, sink, id in
                run.add(sink, id, CodedPictures(.avc, context: context))
            }
        case "video/x-h265":
            return .deliver("h265parse ! video/x-h265,stream-format=hvc1,alignment=au") { run, sink, id in
                run.add(sink, id, CodedPictures(.hevc, context: context))
            }
        case "video/x-av1":
            return .deliver("av1parse ! video/x-av1,stream-format=obu-stream,alignment=tu") { run, sink, id in
                run.add(sink, id, CodedPictures(.av1, context: context))
            }
        case "video/x-vp9":
            return .deliver("vp9parse ! video/x-vp9,alignment=super-frame") { run, sink, id in
                run.add(sink, id, CodedPictures(.vp9, context: context))
            }
        case "text/x-raw", "application/x-subtitle-unknown":
            let isMarkup = caps.name == "text/x-raw"
            return .deliver("identity silent=true") { run, sink, id in
                run.add(sink, id, TextCues(isMarkup: isMarkup, context: context), isSparse: true)
            }
        default:
            if let (elements, coding) = sound(caps) {
                return .deliver(elements) { run, sink, id in run.add(sink, id, CodedSound(coding)) }
            }
            return nil
        }
    }

    /// What makes packets of a coding of sound, and which it is; nil for those that are not carried.
    private static func sound(_ caps: CapsFields) -> (String, SoundCoding)? {
        switch caps.name {
        case "audio/mpeg" where [2, 4].contains(caps.int("mpegversion")):
            ("aacparse ! audio/mpeg,stream-format=raw", .aac)
        case "audio/mpeg" where caps.int("mpegversion") == 1 && caps.int("layer") ?? 3 == 3: ("mpegaudioparse", .mp3)
        case "audio/x-ac3": ("ac3parse ! audio/x-ac3,alignment=frame", .ac3)
        // Six blocks with all their substreams are one sample.
        case "audio/x-eac3": ("ac3parse ! audio/x-eac3,alignment=iec61937", .eac3)
        case "audio/x-opus": ("opusparse", .opus)
        case "audio/x-flac": ("flacparse", .flac)
        case "audio/x-alac": ("identity silent=true", .alac)
        default: nil
        }
    }
}
