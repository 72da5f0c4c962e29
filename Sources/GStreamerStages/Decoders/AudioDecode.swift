package import Media
package import StageKit

/// Decodes coded audio with the decoder that GStreamer selects for the codec.
///
/// Frames have the times of their samples. Audio before time zero, such as priming, and after the end of the last sample
/// is not delivered.
package struct AudioDecode: Processor, MediaTypeDeclaring {
    package static let kind = "audio.decode"
    package static let abstract = "Decodes coded audio to frames with the decoder that GStreamer selects."
    package static var mediaTypes: Set<MediaType> { [.audio] }

    private let options: DecoderOptions

    package init(options: DecoderOptions) { self.options = options }

    package func run(
        input: any Inlet<Sample>, output: any Outlet<Frame>, context: StageContext
    ) async throws {
        try await options.decode(input, output, context)
    }
}
