import Media
import StageKit
import Synchronization

/// An image from a file that can be converted to any format of a camera.
struct DecodedSlate: Sendable {
    private let size: PixelSize
    /// Red, green, blue and an unused byte for each pixel, row by row.
    private let pixels: ByteSlice

    /// Decodes the image. Throws if the file cannot be read.
    init(path: String, context: StageContext) async throws {
        try FileInput.validate(path)
        let pipeline = try ElementPipeline(
            """
            filesrc name=file ! decodebin ! videoconvert ! video/x-raw,format=RGBx
            ! appsink name=out sync=false async=false max-buffers=1
            """, subject: path, context: context)
        pipeline.element("file").setString("location", path)
        let first = FirstFrame()
        let run = SourceRun(pipeline, output: first)
        run.add(pipeline.element("out"), context.makeTrackID(), VideoFrames())
        run.outlets.completeTracks()
        try await run.run(context)
        guard let (format, bytes) = first.content, bytes.count >= format.size.width * format.size.height * 4 else {
            throw StageError(.noUsableTrack, "\(path) has no image")
        }
        size = format.size
        pixels = bytes
    }

    /// The image in this format, scaled to fit, with black borders.
    func bytes(for format: RawVideoFormat) -> [UInt8] {
        let conversion = SlateColours(format)
        let (width, height) = (format.size.width, format.size.height)
        let (stride, rows) = (padded(width), (height + 1) / 2 * 2)
        let chromaStride = padded((width + 1) / 2)
        let isPaired = format.pixelFormat == "NV12"
        var luma = [UInt8](repeating: conversion.black.luma, count: stride * rows)
        var blue = [UInt8](repeating: 128, count: chromaStride * rows / 2)
        var red = blue
        pixels.withUnsafeBytes { source in
            for y in 0..<height {
                for x in 0..<width {
                    guard let place = pixelOffset(x, y, in: format.size) else { continue }
                    let value = conversion.levels(source[place], source[place + 1], source[place + 2])
                    luma[y * stride + x] = value.luma
                    guard x % 2 == 0, y % 2 == 0 else { continue }
                    blue[y / 2 * chromaStride + x / 2] = value.blue
                    red[y / 2 * chromaStride + x / 2] = value.red
                }
            }
        }
        guard isPaired else { return luma + blue + red }
        for y in 0..<rows / 2 {
            for x in 0..<stride / 2 {
                luma.append(blue[y * chromaStride + x])
                luma.append(red[y * chromaStride + x])
            }
        }
        return luma
    }

    /// The offset of the image pixel at a position of the frame; nil for the borders.
    private func pixelOffset(_ x: Int, _ y: Int, in target: PixelSize) -> Int? {
        let isWide = size.width * target.height > size.height * target.width
        let shown =
            isWide
            ? (width: target.width, height: max(1, target.width * size.height / size.width))
            : (width: max(1, target.height * size.width / size.height), height: target.height)
        let (left, top) = (x - (target.width - shown.width) / 2, y - (target.height - shown.height) / 2)
        guard (0..<shown.width).contains(left), (0..<shown.height).contains(top) else { return nil }
        return (top * size.height / shown.height * size.width + left * size.width / shown.width) * 4
    }

    private func padded(_ count: Int) -> Int { (count + 3) / 4 * 4 }
}

/// Keeps the first frame and rejects others.
private final class FirstFrame: Outlet {
    private let state = Mutex<(format: RawVideoFormat?, bytes: ByteSlice?)>((nil, nil))

    var content: (format: RawVideoFormat, bytes: ByteSlice)? {
        state.withLock { state in
            guard let format = state.format, let bytes = state.bytes else { return nil }
            return (format, bytes)
        }
    }

    func send(_ messages: [Message<Frame>]) async throws { for message in messages { _ = offer(message) } }

    func offer(_ message: Message<Frame>) -> Bool {
        state.withLock { state in
            switch message {
            case .track(let track):
                if case .rawVideo(let format) = track.format { state.format = format }
            case .payload(let frame):
                if state.bytes == nil { state.bytes = frame.content.bytes }
            case .gap, .end: break
            }
            return state.bytes == nil
        }
    }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) {}
}
