import Foundation
import Testing

/// Encoded audio that several tasks process with overlap.
@Suite struct JobAudioTests {
    /// The largest difference between samples of the whole track and of portions, in relation to full scale. Lossless
    /// codecs, and codecs without state between packets, are exact.
    @Test(arguments: [("aac", 0.004), ("opus", 0.04), ("flac", 0), ("ac3", 0)])
    func portionsOfAudioJoinWithoutClicks(codec: String, tolerance: Float) async throws {
        // A sweep, whose samples differ everywhere.
        let source = try await made(
            "sweep.mp4",
            byFFmpeg: [
                "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=30000/1001:duration=12", "-f", "lavfi", "-i",
                "aevalsrc='0.4*sin(2*PI*(300+40*t)*t)+0.1*sin(2*PI*3000*t)':s=48000:d=12", "-c:v", "libx264", "-preset",
                "ultrafast", "-c:a", "aac", "-b:a", "160k",
            ])
        try await Scratch.use { scratch in
            let pipeline = try await JobPipelineFile.write(in: scratch, movie: source, audio: "codec: \(codec)")
            for (folder, options) in [("whole-track", []), ("divided", ["--audio-chunk", "3s"])] {
                let arguments = ["job", "plan", pipeline, folder, "--chunk", "12s"] + options
                _ = try await scratch.command(arguments, limit: 60).run().succeeded()
                _ = try await scratch.sluice("job", "run", folder, limit: 240).succeeded()
            }
            let playlists = try ["whole-track", "divided"].map {
                try String(contentsOf: scratch.file("\($0)/audio/playlist.m3u8"), encoding: .utf8)
            }
            #expect(playlists[0] == playlists[1])
            let (whole, divided) = (
                try await samples("whole-track", in: scratch), try await samples("divided", in: scratch)
            )
            #expect(whole.count == divided.count && whole.count >= 12 * 48_000)
            let worst = zip(whole, divided).map { abs($0 - $1) }.max() ?? 1
            #expect(worst <= tolerance, "\(worst)")
        }
    }

    private func samples(_ folder: String, in scratch: Scratch) async throws -> [Float] {
        let file = "\(folder).f32"
        _ = try await scratch.run(
            "ffmpeg",
            [
                "-v", "error", "-i", "\(folder)/audio/playlist.m3u8", "-ac", "1", "-f", "f32le", "-c:a", "pcm_f32le",
                file,
            ]
        ).succeeded()
        return try Data(contentsOf: scratch.file(file)).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
}
