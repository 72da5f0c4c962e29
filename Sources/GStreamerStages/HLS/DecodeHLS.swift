package import Media
package import StageKit

/// The frames of an HLS presentation, of the variant and the sound that are preferred.
///
/// Chosen as ``ReadHLS`` does, for pipelines that encode again.
package struct DecodeHLS: Source {
    package static let kind = "hls.decode"
    package static let abstract = "Decodes an HLS presentation, live or not, choosing the variant."

    private let input: HLSInput
    package init(options: HLSInput.Options) throws { input = try HLSInput(options) }

    package func run(output: any Outlet<Frame>, context: StageContext) async throws {
        try await input.run(context) { try await FileDecode($1).run(output: output, context: context) }
    }
}
