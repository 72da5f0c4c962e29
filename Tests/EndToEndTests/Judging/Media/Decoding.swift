import Foundation

extension Scratch {
    /// Decodes all streams that ffmpeg finds in a file or playlist; its messages from `level` up are the outcome's
    /// errors.
    ///
    /// Timestamps are kept unchanged: with a fixed frame rate ffmpeg would merge two frames of a live source.
    func decode(_ file: URL, level: String = "warning") async throws -> Outcome {
        let timing = ["-fps_mode", "passthrough", "-enc_time_base:v", "1:90000"]
        return try await run("ffmpeg", ["-v", level, "-i", file.path] + timing + ["-f", "null", "-"])
    }
}
