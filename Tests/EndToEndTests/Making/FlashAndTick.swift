import Foundation

/// A black and silent movie with flashes of one frame and ticks at the same times.
struct FlashAndTick: Sendable {
    static let seconds = 20
    static let rate = 25
    static let sampleRate = 48000
    /// The white frames: some start a segment of 4 s, most do not.
    static let frames = [13, 100, 137, 199, 200, 287, 333, 411, 480]

    /// Returns the file, made on first use. Its frames are reordered, or in presentation order as cameras encode them.
    static func file(isReordered: Bool = true) async throws -> URL {
        let white = frames.map { "eq(N,\($0))" }.joined(separator: "+")
        // A tick lasts 0.5 ms, so that it remains one clear peak after AAC coding.
        let tick = frames.map { "between(n,\(sample(of: $0)),\(sample(of: $0) + 23))" }.joined(separator: "+")
        return try await made(
            isReordered ? "flash-and-tick.mp4" : "flash-and-tick-in-order.mp4",
            byFFmpeg: [
                "-f", "lavfi", "-i", "color=black:size=320x180:rate=\(rate):duration=\(seconds)",
                "-f", "lavfi", "-i", "aevalsrc='0.9*(\(tick))':sample_rate=\(sampleRate):duration=\(seconds)",
                "-vf", "geq=lum='16+219*(\(white))':cb=128:cr=128", "-c:v", "libx264", "-preset", "ultrafast",
                "-pix_fmt", "yuv420p", "-bf", isReordered ? "2" : "0", "-g", "25", "-c:a", "aac", "-b:a", "192k",
            ])
    }

    private static func sample(of frame: Int) -> Int { frame * sampleRate / rate }
}
