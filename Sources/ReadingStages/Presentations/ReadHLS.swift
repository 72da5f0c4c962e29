package import Media
package import StageKit

/// Reads the coded samples of the preferred variant and audio of an HLS presentation.
///
/// `sluice variants` shows the selection. Segments of fragmented MP4, transport streams and packed audio are demultiplexed by
/// the readers of files of these formats, decrypted if necessary.
package struct ReadHLS: Source {
    package static let kind = "hls.read"
    package static let abstract = "Reads the coded samples of a selected variant of an HLS presentation, live or VOD."

    private let input: HLSInput
    package init(options: HLSInput.Options) throws { input = try HLSInput(options) }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        try await input.run(output: output, context: context)
    }
}
