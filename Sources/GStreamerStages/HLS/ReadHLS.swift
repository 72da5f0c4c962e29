import PackagingStages
package import Media
package import StageKit

/// The coded samples of an HLS presentation, of the variant and the sound that are preferred.
///
/// The choice is made as `sluice variants` shows it. Ended playlists of transport streams or packed audio in files are
/// read as ``ReadTransport`` reads them. For all others GStreamer's demuxer gets a playlist with nothing else in it: it
/// knows encryption, live playlists and every container that a segment can be.
package struct ReadHLS: Source {
    package static let kind = "hls.read"
    package static let abstract = "Reads the coded samples of an HLS presentation, live or not, choosing the variant."

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
