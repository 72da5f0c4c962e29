import EncodingJobs
import Media
import PackagingStages
import PipelineFile
import PipelineRuntime
import StageKit

/// A pipeline with these stages.
enum ScriptedPipeline {
    static let catalogue: StageCatalogue = {
        var catalogue = StageCatalogue()
        registerBuiltinStages(&catalogue)
        catalogue.register(ScriptedFrames.self)
        catalogue.register(ScriptedFilter.self)
        catalogue.register(ScriptedVideo.self)
        catalogue.register(ScriptedAudio.self)
        return catalogue
    }()

    static func text(playlists: String = "{ type: vod }", segments: String = "{ interval: 2s }") -> String {
        """
        pipeline: scripted
        stages:
          movie: { use: scripted.frames }
          filter: { use: scripted.filter, from: movie }
          keyframes: { use: keyframe.force, from: filter, with: { interval: 2s } }
          video: { use: scripted.video, from: keyframes }
          audio: { use: scripted.audio, from: movie }
          segments: { use: fmp4.segment, from: [video, audio], with: \(segments) }
          playlists: { use: hls.playlist, from: segments, with: \(playlists) }
          folder: { use: file.folder, from: playlists, with: { path: out } }

        """
    }

    static func plan(_ text: String = text()) throws -> PipelinePlan {
        let result = PipelineFile.load(yaml: text, name: "scripted.yaml", catalogue: catalogue)
        guard let plan = result.plan else { throw JobError(result.text) }
        return plan
    }

    /// The plan of a job of 25 s with chunks of 8 s.
    static func job(
        chunk: MediaTime = .seconds(8), media: JobMedia? = nil, audioChunk: MediaTime? = nil, output: String = "/out",
        encoding: TwoPassEncoding? = nil
    ) async throws -> JobPlan {
        let plan = try plan()
        let planner = try JobPlanner(plan, encoding)
        let description = try JobPipeline.describe(
            plan, path: "scripted.yaml", text: text(), parameters: [:], environment: [:], plugins: [])
        let found = if let media { media } else { try await JobProbe(plan).media(duration: nil, dividesAudio: false) }
        return try planner.plan(
            description, found, chunk: chunk, audioChunk: audioChunk,
            software: JobSoftware(tool: "1.0.0", gstreamer: "1.22.0"), workingFolder: "/", output: output)
    }
}
