import Media
import StageKit

/// Brings frames that a program made in its own memory into GStreamer's, without copying them.
struct ContentConversion {
    private var format: MediaFormat?
    private var caps: FrameCaps?

    /// The frame with content that encoders take; `fallback` tells the format where the content does not.
    mutating func converted(_ frame: Frame, fallback: MediaFormat?) throws -> Frame {
        if frame.content is GStreamerFrame { return frame }
        guard let bytes = frame.content.bytes, let format = frame.content.format ?? fallback else {
            throw StageError(.unsupportedMedia, "frames of type \(type(of: frame.content)) have no bytes or no format")
        }
        let caps = try caps(of: format)
        guard bytes.count == format.frameSize ?? bytes.count else {
            throw StageError(
                .unsupportedMedia, "a frame has \(bytes.count) bytes; its format asks for \(format.frameSize ?? 0)")
        }
        guard let content = GStreamerFrame(sharing: bytes, caps: caps) else {
            throw StageError(.unsupportedMedia, "a frame has no bytes")
        }
        var result = frame
        result.content = content
        return result
    }

    private mutating func caps(of format: MediaFormat) throws -> FrameCaps {
        if let caps, format == self.format { return caps }
        guard let made = format.rawCaps.flatMap(FrameCaps.init(text:)) else {
            throw StageError(.unsupportedMedia, "frames are not uncompressed, or of a form that is not known")
        }
        (self.format, caps) = (format, made)
        return made
    }
}

extension MediaFormat {
    /// The size of a picture in the usual formats, in bytes; nil for others and for sound.
    fileprivate var frameSize: Int? {
        guard case .rawVideo(let format) = self else { return nil }
        func padded(_ count: Int) -> Int { (count + 3) / 4 * 4 }
        let (width, height) = (format.size.width, format.size.height)
        let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
        // GStreamer rounds the height of subsampled formats up to two rows.
        switch format.pixelFormat {
        case "I420": return padded(width) * (2 * halfHeight) + 2 * padded(halfWidth) * halfHeight
        case "NV12": return padded(width) * (2 * halfHeight) + padded(width) * halfHeight
        case "BGRA", "RGBA", "ARGB", "ABGR", "BGRx", "RGBx": return 4 * width * height
        default: return nil
        }
    }
}
