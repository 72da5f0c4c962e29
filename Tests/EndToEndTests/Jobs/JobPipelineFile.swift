import Foundation

/// A pipeline of two small rungs and audio, for jobs.
enum JobPipelineFile {
    /// Writes the pipeline for a movie of 6 s. Returns its path.
    static func write(in scratch: Scratch) async throws -> String {
        let movie = Movie(description: "a job's input", seconds: 6, keyframeDistance: 75)
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
                with: { preset: ultrafast, rate-control: quality, b-frames: 2, size: 160x90 }
              audio: { use: audio.encode, from: movie }
              segments: { use: fmp4.segment, from: [video, audio], with: { interval: 1s } }
              playlists: { use: hls.playlist, from: segments, with: { type: vod } }
              manifest: { use: dash.manifest, from: playlists, with: { type: vod } }
              folder: { use: file.folder, from: manifest, with: { path: whole } }

            """
        ).path
    }
}
