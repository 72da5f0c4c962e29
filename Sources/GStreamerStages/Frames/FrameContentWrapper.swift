import Media
import StageKit

/// Wraps frames in a program's memory as GStreamer buffers, without copying them.
struct FrameContentWrapper {
    private var format: MediaFormat?
    private var caps: FrameCaps?

    /// Returns the frame with content that encoders accept. `fallback` is the format of content that has none.
    mutating func converted(_ frame: Frame, fallback: MediaFormat?) throws -> Frame {
        if frame.content is GStreamerFrame { return frame }
        guard var bytes = frame.content.bytes, var format = frame.content.format ?? fallback else {
            throw StageError(.unsupportedMedia, "frames of type \(type(of: frame.content)) have no data or no format")
        }
        if case .rawAudio(let sound) = format, sound.isPlanar {
            bytes = try sound.interleaved(bytes)
            format = .rawAudio(sound.interleaved)
        }
        let caps = try caps(of: format)
        let size = format.frameSize ?? bytes.count
        guard bytes.count == size || (frame.content.layout != nil && bytes.count > size) else {
            throw StageError(
                .unsupportedMedia, "a frame has \(bytes.count) bytes; its format requires \(size)")
        }
        guard let content = GStreamerFrame(sharing: bytes, caps: caps, layout: frame.content.layout) else {
            throw StageError(.unsupportedMedia, "a frame has no data")
        }
        var result = frame
        result.content = content
        return result
    }

    private mutating func caps(of format: MediaFormat) throws -> FrameCaps {
        if let caps, format == self.format { return caps }
        guard let made = format.rawCaps.flatMap(FrameCaps.init(text:)) else {
            throw StageError(.unsupportedMedia, "frames are not uncompressed, or their format is unknown")
        }
        (self.format, caps) = (format, made)
        return made
    }
}

extension MediaFormat {
    /// The size in bytes of a video frame in a known pixel format; nil for others and for audio.
    fileprivate var frameSize: Int? {
        guard case .rawVideo(let format) = self else { return nil }
        return format.defaultByteCount
    }
}
