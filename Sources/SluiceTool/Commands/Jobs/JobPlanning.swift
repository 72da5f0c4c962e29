import EncodingJobs
import Foundation
import Media
import PipelineFile
import PipelineRuntime
import Sluice
import StageKit

/// Plans a job for a pipeline file or a movie.
struct JobPlanning {
    private let arguments: Arguments
    private let input: String
    private let folder: JobFolder
    private let chunk: MediaTime
    private let interval: MediaTime?
    private let duration: MediaTime?
    private let audioChunk: MediaTime?
    /// The number of machines to simulate; nil for no simulation.
    private let nodes: Int?

    init(_ arguments: Arguments, input: String, output: String) throws(UsageError) {
        (self.arguments, self.input) = (arguments, input)
        folder = JobFolder(named: output)
        chunk = try arguments.option("chunk") ?? .seconds(60)
        interval = try arguments.option("interval")
        duration = try arguments.option("duration")
        audioChunk = try arguments.option("audio-chunk")
        guard audioChunk.map({ $0 > .zero }) ?? true else { throw UsageError("--audio-chunk must be above zero") }
        nodes = try arguments.option("simulate")
        guard chunk > .zero else { throw UsageError("--chunk must be above zero") }
        if isPipeline, interval != nil || arguments.value("profile") != nil {
            throw UsageError("--interval and --profile apply to movies; set the parameters of a pipeline with --set")
        }
    }

    private var isPipeline: Bool {
        input.hasSuffix(".yaml") || input.hasSuffix(".yml") || !FileManager.default.fileExists(atPath: input)
    }

    func run() async throws -> ExitCode {
        let settings = try arguments.settings()
        let pipeline: Pipeline
        var path = "pipeline.yaml"
        do throws(PipelineError) {
            if isPipeline {
                let source = PipelineSource(input, settings: settings, plugins: arguments.plugins)
                pipeline = try source.load()
                path = source.path
            } else {
                pipeline = try moviePipeline()
            }
        } catch {
            Console.error(error.description)
            return .invalidFile
        }
        let planner = try JobPlanner(pipeline.plan)
        let media = try await JobProbe(pipeline.plan).media(duration: duration, dividesAudio: audioChunk != nil)
        let description = try JobPipeline.describe(
            pipeline.plan, path: path, text: pipeline.yaml, parameters: isPipeline ? settings : [:],
            environment: Console.environment, plugins: arguments.plugins)
        let plan = try planner.plan(
            description, media, chunk: chunk, audioChunk: audioChunk, software: OpenedJob.software,
            workingFolder: FileManager.default.currentDirectoryPath, output: folder.output)
        // The plan must load on other machines too.
        _ = try TaskPipeline(try JobPipeline.load(plan, catalogue: .tool, plugins: .standard))
        try folder.store(plan)
        let chunks = plan.tasks.count { $0.kind == .chunk }
        let summary =
            "\(folder.planPath): \(plan.tasks.count) tasks (\(chunks) chunks of \(plan.segmentsPerChunk) segments, "
            + "\(plan.tasks.count - chunks) for whole tracks), \(media.duration.decimal(places: 1)) s of media\n"
        if arguments.has("json") { Console.error(summary) } else { Console.write(summary) }
        if let nodes {
            return try await JobScaling(OpenedJob(folder.output), nodes: nodes).run(asJSON: arguments.has("json"))
        }
        return .done
    }

    /// The pipeline for a movie: an adaptive ladder with quality-based rate control, and one audio rendition.
    private func moviePipeline() throws(PipelineError) -> Pipeline {
        let (interval, profile) = (interval ?? .seconds(6), arguments.value("profile") ?? "apple-hls")
        return try Pipeline("job", catalogue: .tool) {
            PipelineStage("movie", use: "file.decode", with: ["path": .value(input)])
            PipelineStage("keyframes", use: "keyframe.force", from: "movie", with: ["interval": .value(interval)])
            PipelineStage("video", use: "video.encode", from: "keyframes", with: ["ladder": "auto"])
            PipelineStage("audio", use: "audio.encode", from: "movie")
            PipelineStage(
                "segments", use: "fmp4.segment", from: ["video", "audio"],
                with: ["interval": .value(interval), "profile": .value(profile)])
            PipelineStage("playlists", use: "hls.playlist", from: "segments", with: ["type": "vod"])
            PipelineStage("folder", use: "file.folder", from: "playlists", with: ["path": .value(folder.output)])
        }
    }
}
