import Foundation

/// The kinds of presentation that the tool writes, with one small example of each.
enum Kind: String, CaseIterable, Sendable, CustomStringConvertible {
    case vod
    case cmaf
    case encoded
    case encodedCMAF = "encoded-cmaf"
    case singleFile = "single-file"
    case muxed
    case event
    case live
    case videoOnly = "video-only"
    case audioOnly = "audio-only"
    case sparse
    case variableRate = "variable-rate"

    var description: String { rawValue }

    /// Returns the example, written on first use.
    func presentation() async throws -> Presentation {
        switch self {
        case .vod: try await segmented(.small, "--interval", "2s")
        case .cmaf: try await segmented(.small, "--interval", "2s", "--profile", "cmaf")
        case .encoded: try await segmented(.small, "--interval", "2s", "--encode")
        case .encodedCMAF: try await segmented(.small, "--interval", "2s", "--encode", "--profile", "cmaf")
        case .singleFile: try await segmented(.small, "--interval", "2s", "--single-file")
        case .muxed: try await piped("interval: 2s, mux: together", "type: vod")
        case .event: try await piped("interval: 2s", "type: event")
        case .live: try await Self.live()
        case .videoOnly: try await segmented(.silent, "--interval", "2s")
        case .audioOnly: try await segmented(.soundOnly, "--interval", "2s")
        case .sparse: try await segmented(.sparse)
        case .variableRate: try await segmented(Movie.rates[7], "--interval", "2s", "--encode")
        }
    }

    /// Whether the playlists list every segment of the presentation.
    var isComplete: Bool { self != .live }
    var hasVideo: Bool { self != .audioOnly }
    var hasAudio: Bool { self != .videoOnly }

    private func piped(_ segments: String, _ playlists: String) async throws -> Presentation {
        let input = try await Movie.small.file()
        let name = rawValue
        return try await SharedRuns.shared.presentation(["made by", name]) { scratch, output in
            let text = Pipelines.passthrough(input, output, segments: segments, playlists: playlists)
            _ = try await scratch.run(pipeline: text).succeeded()
        }
    }

    /// A live run of some seconds that is ended by Ctrl-C.
    private static func live() async throws -> Presentation {
        try await SharedRuns.shared.presentation(["made by", "live"]) { scratch, output in
            let run = try scratch.liveCommand(output).start()
            let hasSlid = try await eventually(within: 30) {
                let playlist = try? PlaylistText(output.appending(path: "video/playlist.m3u8"))
                return (playlist?.mediaSequence ?? 0) >= 2 || !run.isRunning
            }
            run.signal(SIGINT)
            let outcome = try await run.outcome(within: 20).succeeded()
            guard hasSlid else { throw Unable("the window never slides: \(outcome)") }
        }
    }
}
