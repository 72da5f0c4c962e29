import Foundation

/// A pipeline of one small rung and audio, for jobs.
enum JobPipelineFile {
    /// Writes the pipeline for a movie; by default of 6 s. Returns its path.
    static func write(
        in scratch: Scratch, movie: URL? = nil, seconds: Int = 6, encoding: String = "b-frames: 2",
        preset: String = "ultrafast", control: String = "quality", size: String = "160x90", audio: String = "codec: aac"
    ) async throws -> String {
        let standard = Movie(description: "a job's input", seconds: seconds, keyframeDistance: 75)
        let movie = if let movie { movie } else { try await standard.file() }
        return try scratch.write(
            "job.yaml",
            """
            pipeline: job
            stages:
              movie: { use: file.decode, with: { path: \(movie.path) } }
              keyframes: { use: keyframe.force, from: movie, with: { interval: 1s } }
              video:
                use: video.encode
                from: keyframes
                with: { preset: \(preset), rate-control: \(control), \(encoding), size: \(size) }
              audio: { use: audio.encode, from: movie, with: { \(audio) } }
              segments: { use: fmp4.segment, from: [video, audio], with: { interval: 1s } }
              playlists: { use: hls.playlist, from: segments, with: { type: vod } }
              manifest: { use: dash.manifest, from: playlists, with: { type: vod } }
              folder: { use: file.folder, from: manifest, with: { path: whole } }

            """
        ).path
    }
}
