package import Media
package import StageKit

/// Decodes coded video with the decoder that GStreamer selects for the codec.
///
/// Frames have the times of their samples. Frames before time zero are not presented and not delivered.
package struct VideoDecode: Processor, MediaTypeDeclaring {
    package static let kind = "video.decode"
    package static let abstract = "Decodes coded video to frames with the decoder that GStreamer selects."
    package static var mediaTypes: Set<MediaType> { [.video] }

    private let options: DecoderOptions

    package init(options: DecoderOptions) { self.options = options }

    package func run(
        input: any Inlet<Sample>, output: any Outlet<Frame>, context: StageContext
    ) async throws {
        try await options.decode(input, output, context)
    }
}
