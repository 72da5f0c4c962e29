import EncodingJobs
import Foundation
import HTTPStages
import Media
import PipelineFile
import PipelineRuntime
import PackagingStages
import Sluice
import StageKit

/// Plans a job for a pipeline file or a movie.
struct JobPlanning {
    private let arguments: Arguments
    private var input: String
    private let folder: JobFolder
    /// The output folder in an object store; nil for a folder of this machine.
    private let remote: ObjectURL?
    private var settings: [String: String]
    /// The inputs in object stores: their descriptions by the local paths of their starts.
    private var probes: [String: InputFile] = [:]
    private let chunk: MediaTime
    private let interval: MediaTime?
    private let duration: MediaTime?
    private let audioChunk: MediaTime?
    /// The number of machines to simulate; nil for no simulation.
    private let nodes: Int?
    private let ladder: String
    private let passes: Int

    init(_ arguments: Arguments, input: String, output: String) throws(UsageError) {
        (self.arguments, self.input) = (arguments, input)
        settings = try arguments.settings()
        remote = ObjectURL(output)
        folder = JobFolder(named: output)
        if remote == nil, output.hasPrefix("s3:") {
            throw UsageError("'\(output)' is not of the form s3://bucket/folder")
        }
        chunk = try arguments.option("chunk") ?? .seconds(60)
        interval = try arguments.option("interval")
        duration = try arguments.option("duration")
        audioChunk = try arguments.option("audio-chunk")
        guard audioChunk.map({ $0 > .zero }) ?? true else { throw UsageError("--audio-chunk must be above zero") }
        nodes = try arguments.option("simulate")
        ladder = arguments.value("ladder") ?? "fixed"
        guard ["fixed", "per-title"].contains(ladder) else {
            throw UsageError.unknown("ladder", ladder, among: ["fixed", "per-title"])
        }
        passes = try arguments.option("passes") ?? 1
        guard (1...2).contains(passes) else { throw UsageError("--passes must be 1 or 2") }
        guard passes == 1 || ladder == "fixed" else {
            throw UsageError("--ladder per-title has constant quality, which requires one pass; omit --passes")
        }
        if isPipeline, arguments.value("passes") != nil {
            throw UsageError("--passes applies to movies; set the option 'passes' of video.encode in the pipeline")
        }
        if isPipeline, arguments.value("ladder") != nil {
            throw UsageError("--ladder applies to movies; set the option 'ladder' of video.encode in the pipeline")
        }
        guard chunk > .zero else { throw UsageError("--chunk must be above zero") }
        guard remote == nil || nodes == nil else {
            throw UsageError("--simulate requires an output folder on this machine")
        }
        if isPipeline, interval != nil || arguments.value("profile") != nil {
            throw UsageError("--interval and --profile apply to movies; set the parameters of a pipeline with --set")
        }
    }

    private var isPipeline: Bool {
        input.hasSuffix(".yaml") || input.hasSuffix(".yml")
            || !input.hasPrefix("s3://") && !FileManager.default.fileExists(atPath: input)
    }

    func run() async throws -> ExitCode {
        try await TemporaryFolder.use { folder in
            var planning = self
            func local(_ text: String) async throws -> String {
                guard let url = ObjectURL(text) else { return text }
                let probe = try await RemoteInputs.probe(url, into: folder)
                planning.probes[probe.path] = probe.input
                return probe.path
            }
            planning.input = try await local(input)
            for (name, value) in settings { planning.settings[name] = try await local(value) }
            return try await planning.plan()
        }
    }

    private func plan() async throws -> ExitCode {
        var pipeline: Pipeline
        var path = "pipeline.yaml"
        do throws(PipelineError) {
            if isPipeline {
                let source = PipelineSource(input, settings: settings, plugins: arguments.plugins)
                pipeline = try source.load()
                path = source.path
            } else {
                pipeline = try moviePipeline(nil)
                warnOfText()
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
        let planner = try JobPlanner(pipeline.plan, .video)
        let media = try await JobProbe(pipeline.plan).media(duration: duration, dividesAudio: audioChunk != nil)
        let description = try JobPipeline.describe(
            pipeline.plan, path: path, text: pipeline.yaml, parameters: isPipeline ? settings : [:],
            environment: Console.environment, plugins: arguments.plugins)
        let plan = withURLs(
            try planner.plan(
                description, media, chunk: chunk, audioChunk: audioChunk, ladder: analysis,
                software: OpenedJob.software, workingFolder: FileManager.default.currentDirectoryPath,
                output: folder.output))
        // The plan must load on other machines too.
        _ = try TaskPipeline(try JobPipeline.load(plan, catalogue: .tool, plugins: .standard), .video)
        if plan.hasAnalysis, nodes != nil {
            throw UsageError("--simulate requires encoders with one pass; set passes to 1")
        }
        if let remote { try await RemoteJob.store(plan, at: remote) } else { try folder.store(plan) }
        let chunks = plan.tasks.count { $0.kind == .chunk }
        let analyses = plan.analysisCount
        let summary =
            (analysis.map { TitleLadder.text($0) } ?? "")
            + "\(plan.output)/\(JobPlan.path): \(plan.tasks.count) tasks (\(chunks) chunks of \(plan.segmentsPerChunk) segments, "
            + (analyses > 0 ? "\(analyses) analyses, " : "")
            + "\(plan.tasks.count - chunks - analyses) for whole tracks), \(media.duration.decimal(places: 1)) s of media\n"
        if arguments.has("json") { Console.error(summary) } else { Console.write(summary) }
        for name in planner.undividedVideo {
            Console.error(
                "note: '\(name)' is encoded by one task, because its bits depend on all preceding frames; rate-control "
                    + "constrained, capped and quality, or passes: 2, divide it\n")
        }
        if let nodes {
            return try await JobScaling(OpenedJob(folder.output), nodes: nodes).run(asJSON: arguments.has("json"))
        }
        return .done
    }

    /// Returns the plan with the URLs of its inputs and output instead of local paths.
    private func withURLs(_ plan: JobPlan) -> JobPlan {
        func url(_ text: String) -> String { probes.reduce(text) { $0.replacing($1.key, with: $1.value.path) } }
        var plan = plan
        plan.inputs = plan.inputs.map { probes[$0.path] ?? $0 }
        plan.pipeline.text = url(plan.pipeline.text)
        plan.pipeline.parameters = plan.pipeline.parameters.mapValues(url)
        if let remote { (plan.output, plan.workingFolder) = (remote.text, "/") }
        return plan.identified()
    }

    /// Warns of subtitles, which no task of a job makes.
    private func warnOfText() {
        guard MediaReader.hasText(path: input) else { return }
        Console.error(
            "sluice: warning: text tracks of '\(input)' are left out: jobs of movies carry video and audio; "
                + "'sluice segment --encode' carries text\n")
    }

    /// The pipeline for a movie: a ladder, and one audio rendition. The ladder of an analysis has constant quality.
    private func moviePipeline(_ analysis: LadderAnalysis?) throws(PipelineError) -> Pipeline {
        let encoding: OptionLiteral =
            if let analysis {
                ["ladder": .value(TitleLadder.rungs(analysis)), "rate-control": "capped", "vbv-buffer": "2s"]
            } else if passes == 2 {
                ["ladder": "auto", "rate-control": "average", "passes": 2]
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
            PipelineStage(
                "folder", use: "file.folder", from: "playlists",
                with: ["path": .value(remote == nil ? folder.output : "output")])
        }
    }
}
