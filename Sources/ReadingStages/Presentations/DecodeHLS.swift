import GStreamerStages
package import Media
package import StageKit

/// Decodes the preferred variant and audio of an HLS presentation.
///
/// Selects them as ``ReadHLS`` does, for pipelines that transcode.
package struct DecodeHLS: Source {
    package static let kind = "hls.decode"
    package static let abstract = "Decodes a selected variant of an HLS presentation, live or VOD."

    private let input: HLSInput
    package init(options: HLSInput.Options) throws { input = try HLSInput(options) }

    package func run(output: any Outlet<Frame>, context: StageContext) async throws {
        try await input.run(context) { try await DemuxedDecode($1).run(output: output, context: context) }
    }
}
