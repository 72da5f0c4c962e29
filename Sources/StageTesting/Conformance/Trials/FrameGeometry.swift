import Media
import StageKit

/// A size of video frames and the padding of their rows, for trials of stages that access pixels.
struct FrameGeometry: Sendable {
    let size: PixelSize
    /// The alignment of rows, in bytes; 0 for the default layout of the pixel format.
    let alignment: Int

    /// Sizes that real sources have: odd numbers of columns and rows, rows with padding as hardware decoders and cameras
    /// write them, and full HD.
    static let all = [
        FrameGeometry(size: PixelSize(width: 853, height: 481), alignment: 0),
        FrameGeometry(size: PixelSize(width: 853, height: 481), alignment: 256),
        FrameGeometry(size: PixelSize(width: 1920, height: 1080), alignment: 512),
        FrameGeometry(size: PixelSize(width: 1, height: 1), alignment: 64),
    ]

    func description(_ pixelFormat: String) -> String {
        "\(pixelFormat) of \(size)" + (alignment > 0 ? " with rows aligned to \(alignment) bytes" : "")
    }

    /// Returns the layout of the planes with this padding, and its size in bytes; nil for unknown pixel formats.
    func layout(of format: RawVideoFormat) -> (planes: [PlaneLayout], byteCount: Int)? {
        guard var planes = format.defaultLayout, let count = format.defaultByteCount else { return nil }
        guard alignment > 0 else { return (planes, count) }
        var offset = 0
        for index in planes.indices {
            planes[index].offset = offset
            planes[index].stride = (planes[index].rowLength + alignment - 1) / alignment * alignment
            // A row between the planes, as the padded heights of decoders leave it.
            offset += planes[index].stride * (planes[index].rowCount + 1)
        }
        return (planes, offset)
    }
}

extension TrialInput {
    /// The number of frames in a trial of a geometry.
    static var geometryCount: Int { 3 }

    /// Video frames of each geometry in each accepted pixel format, with a description; empty for other payloads.
    static func geometries(_ types: Set<MediaType>, _ formats: FrameFormats) -> [(text: String, input: TrialInput)] {
        guard Content.self == Frame.self, types.contains(.video) || !types.contains(.audio) else { return [] }
        let pixelFormats = formats.pixel.isEmpty ? ["I420"] : formats.pixel
        return pixelFormats.flatMap { format in
            FrameGeometry.all.compactMap { geometry in
                guard let input = TrialInput<Frame>.frames(geometry, format) as? TrialInput else { return nil }
                return (geometry.description(format), input)
            }
        }
    }
}

extension TrialInput where Content == Frame {
    /// Frames of a geometry; nil for pixel formats of an unknown layout.
    fileprivate static func frames(_ geometry: FrameGeometry, _ pixelFormat: String) -> TrialInput? {
        let format = RawVideoFormat(
            pixelFormat: pixelFormat, size: geometry.size, nominalFrameRate: Ratio(30))
        guard let layout = geometry.layout(of: format) else { return nil }
        let track = Track(id: Track.ID(rawValue: 1), format: .rawVideo(format), timescale: 30)
        let living = LiveAllocationCounter()
        return TrialInput(tracks: [track], living: living) { index in
            let bytes = living.frame(byteCount: layout.byteCount, filler: index)
            let content = FrameMemory(bytes, format: track.format, layout: layout.planes) { living.release($0) }
            return Frame(
                track: track.id, timescale: 30, presentationTicks: Int64(index), duration: 1, content: content)
        }
    }
}

extension StageConformance.Violation {
    /// Returns the violation of a stage that throws for frames of a geometry; nil for a stage that refuses the size with
    /// a `StageError`, which names the reason.
    static func geometry(_ error: any Error, _ text: String) -> Self? {
        error is StageError ? nil : Self("frame-geometry", "the stage throws for \(text): \(error)")
    }
}
