package import Media
package import StageKit

/// Decodes coded video with software, or with hardware that an option selects.
///
/// Frames have the times of their samples. Frames before time zero are not presented and not delivered.
package struct VideoDecode: Processor, MediaTypeDeclaring {
    package static let kind = "video.decode"
    package static let abstract = "Decodes coded video to frames, with software or hardware."
    package static var mediaTypes: Set<MediaType> { [.video] }

    private let options: VideoDecoderOptions

    package init(options: VideoDecoderOptions) { self.options = options }

    package func run(
        input: any Inlet<Sample>, output: any Outlet<Frame>, context: StageContext
    ) async throws {
        var common = DecoderOptions()
        common.maxDamage = options.maxDamage
        try await common.decode(input, output, context, by: options.decoder)
    }
}
