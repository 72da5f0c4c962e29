import Media
import PipelineFile
import PipelineRuntime
import StageKit

/// Packages a movie without a pipeline file.
enum SegmentCommand: Command {
    static let name = "segment"
    static let abstract = "Turn a movie into HLS with fragmented MP4; its samples are kept unless --encode is given."
    static let usage = "INPUT OUTPUT-FOLDER"
    static let words = 2...2
    static let acceptsGStreamerOptions = true
    static var options: [CommandOption] {
        [
            CommandOption("interval", "i", .value("TIME"), "The segment duration that is aimed at (6s)"),
            CommandOption("profile", "p", .value("PROFILE"), "apple-hls or cmaf (apple-hls)"),
            CommandOption(
                "random-access", nil, .value("KIND"), "HEVC pictures that begin segments: idr or cra (the profile's)"),
            CommandOption(
                "tracks", "t", .value("SELECTION"),
                "Tracks by kind, language and number, such as video,audio:de or 1,3 (all)"),
            CommandOption(
                "encode", "e", .choice("KIND", EncodedKinds.allCases.map(\.rawValue), implied: "all"),
                "Decode and encode all, audio or video, with keyframes at every interval; pass the rest through"),
            CommandOption(
                "allow-damage", nil, .value("FRAMES"), "Lost or damaged frames tolerated per track (0)"),
            CommandOption("single-file", nil, .flag, "Put each rendition in one file, with byte ranges"),
        ] + RunSettings.options
    }
    static let examples = [
        "movie.mp4 Output/movie", "movie.mkv Output/movie --encode --interval 4s",
        "movie.mkv Output/movie --encode audio --tracks video,audio:en",
        "movie.mp4 Output/movie --profile cmaf --single-file",
    ]

    private static func encodedKinds(_ arguments: Arguments) throws(UsageError) -> EncodedKinds? {
        guard let text = arguments.value("encode") else { return nil }
        guard let kinds = EncodedKinds(rawValue: text) else {
            throw UsageError.unknown("kind for --encode", text, among: EncodedKinds.allCases.map(\.rawValue))
        }
        return kinds
    }

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        StatusSignal.ignore()
        let settings = try RunSettings(arguments)
        let interval: MediaTime? = try arguments.option("interval")
        let pipeline = SegmentPipeline(
            input: arguments.words[0], output: arguments.words[1], interval: interval ?? .seconds(6),
            profile: arguments.value("profile") ?? "apple-hls", encodes: try encodedKinds(arguments),
            tracks: try arguments.option("tracks") ?? .all, isSingleFile: arguments.has("single-file"),
            maxDamage: try arguments.option("allow-damage") ?? 0, randomAccess: arguments.value("random-access"))
        var diagnostics: [Diagnostic] = []
        guard let plan = PlanBuilder(catalogue: .standard).plan(pipeline.document, &diagnostics) else {
            throw UsageError(
                diagnostics.first?.message ?? "the options do not fit together",
                notes: diagnostics.first?.notes ?? [])
        }
        return await PlanRunner(plan, settings).run()
    }
}
