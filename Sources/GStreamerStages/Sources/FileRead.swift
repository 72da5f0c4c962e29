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
        package init() {}

        package static var fields: [OptionField<Options>] {
            [
                .required("path", \.path, "the file to read"),
                .option("tracks", \.tracks, "which tracks are read"),
            ]
        }
    }

    private let options: Options
    package init(options: Options) throws { self.options = options }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        try FileInput.check(options.path)
        let pipeline = try ElementPipeline(
            "filesrc name=file ! decodebin name=streams", subject: options.path, context: context)
        pipeline.element("file").setString("location", options.path)
        let run = SourceRun(pipeline, output: output)
        let (path, selection) = (options.path, options.tracks)
        let branches = PadBranches(of: pipeline.element("streams"), run: run, context: context) { kind in
            kind == .container
        } choose: { caps throws(StageError) in
            try Self.branch(caps, selection, path)
        }
        defer { withExtendedLifetime(branches) {} }
        try await run.runFile(context)
    }

    private static func branch(
        _ caps: CapsFields, _ selection: TrackSelection, _ path: String
    ) throws(StageError) -> PadBranches<Sample>.Branch {
        guard selection.takes(caps.kind) else { return .discard }
        switch caps.name {
        case "video/x-h264":
            return .deliver("h264parse ! video/x-h264,stream-format=avc,alignment=au") { run, sink, id in
                run.add(sink, id, CodedPictures(.avc))
            }
        case "video/x-h265":
            return .deliver("h265parse ! video/x-h265,stream-format=hvc1,alignment=au") { run, sink, id in
                run.add(sink, id, CodedPictures(.hevc))
            }
        case "audio/mpeg" where [2, 4].contains(caps.int("mpegversion")):
            return .deliver("aacparse ! audio/mpeg,stream-format=raw") { run, sink, id in
                run.add(sink, id, CodedSound())
            }
        default:
            throw StageError(
                .unsupportedMedia,
                "\(path) has a track of \(caps.codecName), which file.read cannot pass on: it takes H.264, HEVC and AAC; "
                    + "use file.decode and an encoder, or leave the track out with 'tracks'")
        }
    }
}
