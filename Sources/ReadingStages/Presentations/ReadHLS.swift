import GStreamerStages
import PackagingStages
package import Media
package import StageKit

/// Reads the coded samples of the preferred variant and audio of an HLS presentation.
///
/// `sluice variants` shows the selection. Ended playlists of transport streams or packed audio in files are read like
/// ``ReadTransport`` reads files. All others are read by GStreamer's demuxer, which supports live playlists and all segment
/// formats, through a playlist reduced to the selection. Encrypted ones are decrypted before, except for ended playlists
/// of transport streams without given keys.
package struct ReadHLS: Source {
    package static let kind = "hls.read"
    package static let abstract = "Reads the coded samples of a selected variant of an HLS presentation, live or VOD."

    private let input: HLSInput
    package init(options: HLSInput.Options) throws { input = try HLSInput(options) }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        try await input.run(context) { presentation, demuxed in
            if let inputs = LocalSegments.inputs(of: presentation) {
                try await TransportReading(inputs, input.transportOptions).run(output: output, context: context)
            } else {
                try await FileRead(demuxed).run(output: output, context: context)
            }
        }
    }
}
