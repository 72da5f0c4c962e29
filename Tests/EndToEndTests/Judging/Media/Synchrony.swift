import Foundation

/// The times of flashes in the video and ticks in the audio after decoding, in seconds.
struct Synchrony: Sendable {
    let flashes: [Double]
    let ticks: [Double]

    /// Decodes video and audio with the timestamps of the file.
    init(video: URL, audio: URL, in scratch: Scratch) async throws {
        flashes = try await Self.flashes(video, in: scratch)
        ticks = try await Self.ticks(audio, in: scratch)
    }

    /// The delay of each tick relative to its flash, in seconds.
    var offsets: [Double] { zip(flashes, ticks).map { $1 - $0 } }

    /// Returns the times of the flashes of a video.
    static func flashes(_ url: URL, in scratch: Scratch) async throws -> [Double] {
        let outcome = try await scratch.run(
            "ffmpeg",
            [
                "-v", "error", "-copyts", "-i", url.path, "-map", "0:v:0",
                "-vf", "scale=8:8,signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-", "-f", "null", "-",
            ]
        ).succeeded()
        var flashes: [Double] = []
        var time = 0.0
        for line in outcome.output.split(separator: "\n") {
            if let match = line.firstMatch(of: /pts_time:(-?[0-9.]+)/) { time = Double(match.1) ?? .nan }
            if let match = line.firstMatch(of: /YAVG=([0-9.]+)/), Double(match.1) ?? 0 > 120 { flashes.append(time) }
        }
        return flashes
    }

    /// Returns the times of the ticks of audio, whose gaps count as silence if it `allowsGaps`.
    static func ticks(_ url: URL, allowsGaps: Bool = false, in scratch: Scratch) async throws -> [Double] {
        let filling = allowsGaps ? "aresample=async=1:min_hard_comp=0.0005," : ""
        let file = scratch.file("samples-\(UUID().uuidString.prefix(6)).f32")
        let outcome = try await scratch.run(
            "ffmpeg",
            [
                "-v", "info", "-nostats", "-copyts", "-i", url.path, "-map", "0:a:0", "-af", "\(filling)ashowinfo",
                "-ac", "1",
                "-c:a", "pcm_f32le", "-f", "f32le", file.path,
            ]
        ).succeeded()
        let start = try start(of: outcome.errors)
        let samples = try Data(contentsOf: file).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        return peaks(samples).map { start + $0 / Double(FlashAndTick.sampleRate) }
    }

    /// Returns the time of the first decoded sample; throws when there is a gap between samples.
    private static func start(of log: String) throws -> Double {
        var first: Double?
        var expected: Int?
        for match in log.matches(of: /pts:(-?\d+) pts_time:(-?[0-9.e-]+) .*nb_samples:(\d+)/) {
            guard let pts = Int(match.1), let time = Double(match.2), let count = Int(match.3) else { continue }
            first = first ?? time
            if let expected, expected != pts { throw Unable("a gap in the audio: \(expected) is followed by \(pts)") }
            expected = pts + count
        }
        guard let first else { throw Unable("no sound: \(log.suffix(500))") }
        return first
    }

    /// Returns the centre of each burst of energy, in samples.
    private static func peaks(_ samples: [Float]) -> [Double] {
        let threshold = (samples.map(abs).max() ?? 0) * 0.3
        var peaks: [Double] = []
        var index = 0
        while index < samples.count {
            defer { index += 1 }
            guard threshold > 0, abs(samples[index]) > threshold else { continue }
            let burst = max(0, index - 100)..<min(samples.count, index + 200)
            let energy = burst.reduce(0.0) { $0 + Double(samples[$1] * samples[$1]) }
            peaks.append(burst.reduce(0.0) { $0 + Double($1) * Double(samples[$1] * samples[$1]) } / energy)
            index += FlashAndTick.sampleRate / 40
        }
        return peaks
    }
}
