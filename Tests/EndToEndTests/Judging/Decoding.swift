import Foundation

extension Scratch {
    /// Decodes everything that ffmpeg finds in a file or playlist; its messages from `level` up are the outcome's errors.
    ///
    /// Times stay as they are: a rate that ffmpeg counts by makes two pictures of a live source one.
    func decode(_ file: URL, level: String = "warning") async throws -> Outcome {
        let timing = ["-fps_mode", "passthrough", "-enc_time_base:v", "1:90000"]
        return try await run("ffmpeg", ["-v", level, "-i", file.path] + timing + ["-f", "null", "-"])
    }
}
