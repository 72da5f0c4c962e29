import CGStreamer
import CGStreamerLibraries
package import Media
package import StageKit

/// Converts frames from one format to another: the size and pixel format, or the sample format of audio.
package final class FrameConverter: @unchecked Sendable {
    // Safe because the owning stage converts one frame at a time.
    private let converter: OpaquePointer
    private let caps: FrameCaps
    private var sharing = FrameContentWrapper()
    private let source: MediaFormat
    private var reserve = FrameReserve()

    /// A converter between formats of video, or formats of audio with equal sample rate and channels. Throws if the
    /// conversion is not supported.
    package init(from source: MediaFormat, to target: MediaFormat) throws(StageError) {
        let unsupported = StageError(
            .unsupportedMedia, "\(source.formName) cannot be converted to \(target.formName)")
        guard let from = source.rawCaps.flatMap(FrameCaps.init(text:)),
            let to = target.rawCaps.flatMap(FrameCaps.init(text:))
        else { throw unsupported }
        // The pointers are valid as long as the objects exist.
        let (input, output) = (from.forConversion, to.forConversion)
        let made = withExtendedLifetime((input, output)) { sluice_gst_converter_new(input.pointer, output.pointer) }
        guard let converter = made else { throw unsupported }
        self.converter = converter
        self.source = source
        caps = to
    }

    deinit { sluice_gst_converter_free(converter) }

    /// Returns the frame in the other format, with unchanged times.
    package func convert(_ frame: Frame) throws -> Frame {
        let shared = try sharing.converted(frame, fallback: source)
        guard let content = shared.content as? GStreamerFrame, let made = sluice_gst_convert(converter, content.buffer)
        else { throw StageError(.unsupportedMedia, "a frame cannot be converted from \(source.formName)") }
        var result = frame
        if reserve.addFrame() { sluice_gst_buffer_leave_pool(made) }
        result.content = GStreamerFrame(taking: made, caps: caps, reserve: reserve.count)
        return result
    }
}

extension MediaFormat {
    /// The name of the pixel or sample format, for messages.
    fileprivate var formName: String {
        switch self {
        case .rawVideo(let format): format.pixelFormat
        case .rawAudio(let format): format.sampleFormat
        default: "coded media"
        }
    }
}
