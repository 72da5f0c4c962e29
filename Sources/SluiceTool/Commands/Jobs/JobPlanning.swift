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
    private let ladder: String

    init(_ arguments: Arguments, input: String, output: String) throws(UsageError) {
        (self.arguments, self.input) = (arguments, input)
        folder = JobFolder(named: output)
        chunk = try arguments.option("chunk") ?? .seconds(60)
        interval = try arguments.option("interval")
        duration = try arguments.option("duration")
        audioChunk = try arguments.option("audio-chunk")
        guard audioChunk.map({ $0 > .zero }) ?? true else { throw UsageError("--audio-chunk must be above zero") }
        ladder = arguments.value("ladder") ?? "fixed"
        guard ["fixed", "per-title"].contains(ladder) else {
            throw UsageError.unknown("ladder", ladder, among: ["fixed", "per-title"])
        }
        if isPipeline, arguments.value("ladder") != nil {
            throw UsageError("--ladder applies to movies; set the option 'ladder' of video.encode in the pipeline")
        }
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
        var pipeline: Pipeline
        var path = "pipeline.yaml"
        do throws(PipelineError) {
            if isPipeline {
                let source = PipelineSource(input, settings: settings, plugins: arguments.plugins)
                pipeline = try source.load()
                path = source.path
            } else {
                pipeline = try moviePipeline(nil)
            }
        } catch {
            Console.error(error.description)
            return .invalidFile
        }
        var analysis: LadderAnalysis?
        if ladder == "per-title" {
            let found = try await TitleLadder(path: input).analyze(JobProbe(pipeline.plan))
            analysis = found
            pipeline = try moviePipeline(found)
        }
        let planner = try JobPlanner(pipeline.plan)
        let media = try await JobProbe(pipeline.plan).media(duration: duration, dividesAudio: audioChunk != nil)
        let description = try JobPipeline.describe(
            pipeline.plan, path: path, text: pipeline.yaml, parameters: isPipeline ? settings : [:],
            environment: Console.environment, plugins: arguments.plugins)
        let plan = try planner.plan(
            description, media, chunk: chunk, audioChunk: audioChunk, ladder: analysis,
            software: OpenedJob.software, workingFolder: FileManager.default.currentDirectoryPath, output: folder.output
        )
        // The plan must load on other machines too.
        _ = try TaskPipeline(try JobPipeline.load(plan, catalogue: .tool, plugins: .standard))
        try folder.store(plan)
        if let analysis { Console.write(TitleLadder.text(analysis)) }
        let chunks = plan.tasks.count { $0.kind == .chunk }
        Console.write(
            "\(folder.planPath): \(plan.tasks.count) tasks (\(chunks) chunks of \(plan.segmentsPerChunk) segments, "
                + "\(plan.tasks.count - chunks) for whole tracks), \(media.duration.decimal(places: 1)) s of media\n")
        return .done
    }

    /// The pipeline for a movie: a ladder, and one audio rendition. The ladder of an analysis has constant quality.
    private func moviePipeline(_ analysis: LadderAnalysis?) throws(PipelineError) -> Pipeline {
        let encoding: OptionLiteral =
            if let analysis {
                ["ladder": .value(TitleLadder.rungs(analysis)), "rate-control": "capped", "vbv-buffer": "2s"]
            } else {
                ["ladder": "auto"]
            }
        let (interval, profile) = (interval ?? .seconds(6), arguments.value("profile") ?? "apple-hls")
        return try Pipeline("job", catalogue: .tool) {
            PipelineStage("movie", use: "file.decode", with: ["path": .value(input)])
            PipelineStage("keyframes", use: "keyframe.force", from: "movie", with: ["interval": .value(interval)])
            PipelineStage("video", use: "video.encode", from: "keyframes", with: encoding)
            PipelineStage("audio", use: "audio.encode", from: "movie")
            PipelineStage(
                "segments", use: "fmp4.segment", from: ["video", "audio"],
                with: ["interval": .value(interval), "profile": .value(profile)])
            PipelineStage("playlists", use: "hls.playlist", from: "segments", with: ["type": "vod"])
            PipelineStage("folder", use: "file.folder", from: "playlists", with: ["path": .value(folder.output)])
        }
    }
}
