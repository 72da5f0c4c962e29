import GStreamerStages
package import Media
package import StageKit

/// The coded samples of an HLS presentation, of the variant and the sound that are preferred.
///
/// The choice is ours, as `sluice variants` shows it. GStreamer's demuxer gets a playlist with nothing else in it: it
/// knows encryption, discontinuities, live playlists and every container that a segment can be.
package struct ReadHLS: Source {
    package static let kind = "hls.read"
    package static let abstract = "Reads the coded samples of an HLS presentation, live or not, choosing the variant."

    private let input: HLSInput
    package init(options: HLSInput.Options) throws { input = try HLSInput(options) }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        try await input.run(context) { try await FileRead($0).run(output: output, context: context) }
    }
}
