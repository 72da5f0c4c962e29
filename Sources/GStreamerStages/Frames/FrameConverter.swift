import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// Turns frames of one format into another: the pixel format, or the form of samples of sound.
final class FrameConverter: @unchecked Sendable {
    // Safe because the stage that has it converts one frame at a time.
    private let converter: OpaquePointer
    private let caps: FrameCaps
    private var sharing = ContentConversion()
    private let source: MediaFormat

    /// A converter between formats of the same size, or rate and channels; throws where there is none.
    init(from source: MediaFormat, to target: MediaFormat) throws(StageError) {
        guard let from = source.rawCaps.flatMap(FrameCaps.init(text:)),
            let to = target.rawCaps.flatMap(FrameCaps.init(text:)),
            let converter = sluice_gst_converter_new(from.pointer, to.pointer)
        else { throw StageError(.unsupportedMedia, "\(source.formName) cannot be turned into \(target.formName)") }
        self.converter = converter
        self.source = source
        caps = to
    }

    deinit { sluice_gst_converter_free(converter) }

    /// The frame in the other format, with the same times.
    func convert(_ frame: Frame) throws -> Frame {
        let shared = try sharing.converted(frame, fallback: source)
        guard let content = shared.content as? GStreamerFrame, let made = sluice_gst_convert(converter, content.buffer)
        else { throw StageError(.unsupportedMedia, "a frame cannot be converted from \(source.formName)") }
        var result = frame
        result.content = GStreamerFrame(taking: made, caps: caps)
        return result
    }
}

extension MediaFormat {
    /// The pixel format or the sample format, for messages.
    fileprivate var formName: String {
        switch self {
        case .rawVideo(let format): format.pixelFormat
        case .rawAudio(let format): format.sampleFormat
        default: "coded media"
        }
    }
}
