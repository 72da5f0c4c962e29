import Foundation

/// A pipeline of one small rung and audio, for jobs.
enum JobPipelineFile {
    /// Writes the pipeline for a movie. Returns its path.
    static func write(
        seconds: Int = 6, size: String = "160x90", preset: String = "ultrafast", in scratch: Scratch
    ) async throws -> String {
        let movie = Movie(description: "a job's input", seconds: seconds, keyframeDistance: 75)
        return try scratch.write(
            "job.yaml",
            """
            pipeline: job
            stages:
              movie: { use: file.decode, with: { path: \(try await movie.file().path) } }
              keyframes: { use: keyframe.force, from: movie, with: { interval: 1s } }
              video:
                use: video.encode
                from: keyframes
                with: { preset: \(preset), rate-control: quality, b-frames: 2, size: \(size) }
              audio: { use: audio.encode, from: movie }
              segments: { use: fmp4.segment, from: [video, audio], with: { interval: 1s } }
              playlists: { use: hls.playlist, from: segments, with: { type: vod } }
              manifest: { use: dash.manifest, from: playlists, with: { type: vod } }
              folder: { use: file.folder, from: manifest, with: { path: whole } }

            """
        ).path
    }
}
