import Media
import StageKit

/// Produces slate frames in the format of a camera.
struct SlateFrames: Sendable {
    private let slate: Slate
    /// The decoded file of the slate; nil for a colour.
    private let decoded: DecodedSlate?

    init(_ slate: Slate, decoded: DecodedSlate? = nil) {
        self.slate = slate
        self.decoded = decoded
    }

    /// A slate in this format. With the caps of the camera's frames, the encoder does not see a change of format.
    func content(_ format: RawVideoFormat, _ caps: FrameCaps?) -> any FrameContent {
        let bytes = decoded?.bytes(for: format) ?? plain(format)
        return caps.map { GStreamerFrame(copying: bytes, caps: $0) }
            ?? FrameBytes(ByteSlice(copying: bytes), format: .rawVideo(format))
    }

    /// A frame of one colour in GStreamer's default layout.
    private func plain(_ format: RawVideoFormat) -> [UInt8] {
        let colours = SlateColours(format)
        var levels = colours.black
        if case .colour(let red, let green, let blue) = slate { levels = colours.levels(red, green, blue) }
        let rows = (format.size.height + 1) / 2 * 2
        let stride = (format.size.width + 3) / 4 * 4
        var bytes = [UInt8](repeating: levels.luma, count: stride * rows)
        if format.pixelFormat == "NV12" {
            for _ in 0..<stride * rows / 4 { bytes += [levels.blue, levels.red] }
            return bytes
        }
        let half = ((format.size.width + 1) / 2 + 3) / 4 * 4
        bytes += [UInt8](repeating: levels.blue, count: half * rows / 2)
        bytes += [UInt8](repeating: levels.red, count: half * rows / 2)
        return bytes
    }
}
