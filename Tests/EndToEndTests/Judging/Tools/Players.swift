import Foundation

/// The media that a player presented.
struct Played: Sendable {
    /// The number of video frames; nil without video.
    var frames: Int?
    /// The time from the start of the first frame to the end of the last one, in seconds.
    var videoSeconds: Double?
    var audioSeconds: Double?
}

/// Players that share no code with the code under test.
enum Player: String, CaseIterable, Sendable {
    case ffmpeg
    case gstreamer

    /// The accuracy of the reported durations in seconds: gst-launch omits some frames when it prints many.
    var tolerance: Double { self == .ffmpeg ? 0.1 : 0.8 }

    /// Plays a playlist to its end; throws when the player reports an error or does not reach the end.
    func play(_ url: URL, in scratch: Scratch) async throws -> Played {
        switch self {
        case .ffmpeg: try await Self.playWithFFmpeg(url, in: scratch)
        case .gstreamer:
            try await Origin.serve(url.deletingLastPathComponent(), in: scratch) { address in
                try await Self.playWithGStreamer(address + url.lastPathComponent, in: scratch)
            }
        }
    }

    private static func playWithFFmpeg(_ url: URL, in scratch: Scratch) async throws -> Played {
        let outcome = try await scratch.run(
            "ffmpeg", ["-v", "warning", "-i", url.path, "-map", "0", "-copyts", "-f", "framecrc", "-"]
        ).succeeded()
        guard outcome.errors.isEmpty else { throw Unable("ffmpeg warns: \(outcome)") }
        var spans = Spans()
        var types: [Substring: String] = [:]
        var bases: [Substring: Double] = [:]
        for line in outcome.output.split(separator: "\n") {
            if let match = line.firstMatch(of: /#tb (\d+): (\d+)\/(\d+)/) {
                bases[match.1] = (Double(match.2) ?? 0) / (Double(match.3) ?? 0)
            } else if let match = line.firstMatch(of: /#media_type (\d+): (\w+)/) {
                types[match.1] = String(match.2)
            } else if let match = line.firstMatch(of: /^(\d+), *-?\d+, *(-?\d+), *(\d+),/), let base = bases[match.1] {
                let start = (Double(match.2) ?? 0) * base
                spans.add(types[match.1] ?? "", start, start + (Double(match.3) ?? 0) * base)
            }
        }
        return spans.played
    }

    private static func playWithGStreamer(_ urlText: String, in scratch: Scratch) async throws -> Played {
        let sink = "fakesink sync=false silent=false"
        let arguments = ["-v", "playbin3", "uri=\(urlText)", "video-sink=\(sink)", "audio-sink=\(sink)"]
        var outcome = try await scratch.run("gst-launch-1.0", arguments, limit: 40)
        // GStreamer's player sometimes stalls while it changes the formats of its sinks, and succeeds on a retry.
        // hlsdemux2 of 1.26.2 fails ("Can't push EOS on non-exposed pad") when a short presentation is downloaded
        // before its output task runs. A presentation that really cannot be downloaded fails again.
        for _ in 0..<2 where outcome.isTimedOut || outcome.errors.contains("Couldn't download fragments") {
            outcome = try await scratch.run("gst-launch-1.0", arguments, limit: 40)
        }
        outcome = try outcome.succeeded()
        guard !outcome.errors.contains("ERROR"), !outcome.errors.contains("WARNING") else {
            throw Unable("GStreamer complains: \(outcome)")
        }
        var spans = Spans()
        for match in outcome.output.matches(
            of: /GstBin:(v|a)bin[^\n]*chain[^\n]* pts: ([0-9:.]+), duration: ([0-9:.]+),/)
        {
            let start = seconds(match.2)
            spans.add(match.1 == "v" ? "video" : "audio", start, start + seconds(match.3))
        }
        return spans.played
    }

    /// Plays a live presentation with GStreamer until a condition is met; restarts a stalled player.
    static func playLiveWithGStreamer(
        _ arguments: [String], in scratch: Scratch, until condition: (RunningProgram) -> Bool
    ) async throws {
        var said = ""
        for _ in 0..<3 {
            let player = try Command(program: "gst-launch-1.0", arguments: ["-v"] + arguments, folder: scratch.folder)
                .start()
            defer { player.end() }
            let isPlayed = try await eventually(within: 30) { condition(player) || !player.isRunning }
            said = "\(player.output.suffix(2000)) \(player.errors)"
            if isPlayed, player.isRunning, !player.errors.contains("ERROR") { return }
            // A player that exits has not stalled.
            guard player.isRunning else { break }
        }
        throw Unable("GStreamer does not play the stream: \(said)")
    }

    /// Parses a clock time such as `0:00:05.033333333` into seconds.
    private static func seconds(_ text: Substring) -> Double {
        text.split(separator: ":").reduce(0) { $0 * 60 + (Double($1) ?? .nan) }
    }

    private struct Spans {
        private var counts: [String: Int] = [:]
        private var starts: [String: Double] = [:]
        private var ends: [String: Double] = [:]

        mutating func add(_ type: String, _ start: Double, _ end: Double) {
            counts[type, default: 0] += 1
            starts[type] = min(starts[type] ?? start, start)
            ends[type] = max(ends[type] ?? end, end)
        }

        var played: Played {
            Played(frames: counts["video"], videoSeconds: span("video"), audioSeconds: span("audio"))
        }

        private func span(_ type: String) -> Double? {
            starts[type].flatMap { start in ends[type].map { $0 - start } }
        }
    }
}
