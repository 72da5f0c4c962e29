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
                .option("tracks", \.tracks, "which tracks are read"),
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
        let input = input
        let branches = PadBranches(of: pipeline.element("streams"), run: run, context: context, delays: input.delays) {
            kind in
            kind == .container
        } choose: { caps throws(StageError) in
            try Self.branch(caps, of: input, context)
        }
        defer { withExtendedLifetime(branches) {} }
        try await run.runFile(context, maxDamage: input.maxDamage)
    }

    private static func branch(
        _ caps: CapsFields, of input: DemuxedInput, _ context: StageContext
    ) throws(StageError) -> PadBranches<Sample>.Branch {
        guard input.tracks.takes(caps.kind) else {
            input.warnOfSubtitles(caps, context)
            return .discard
        }
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
        case "video/x-vp8":
            // Frames that are not shown have the time of the next one, or one just before it.
            return .deliver("identity silent=true") { run, sink, id in
                run.add(sink, id, CodedPictures(.vp8, isReordered: false, mendsTimes: true, context: context))
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
            throw StageError(
                .unsupportedMedia,
                "\(input.subject) has a track of \(caps.codecName), which \(input.family).read cannot pass on: it takes H.264, "
                    + "HEVC, AV1, VP8, VP9, AAC, MP3, AC-3, E-AC-3, Opus, FLAC and ALAC; use \(input.family).decode and an "
                    + "encoder, or leave the track out with 'tracks'"
            )
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
