import Sluice

/// Draws a bright bar that moves across the frame, and feeds the frames to a pipeline.
struct MovingBar {
    private static let size = PixelSize(width: 320, height: 180)
    private static let rate: Int32 = 30
    private let input: FrameInput
    private let track: Track
    private let pool = FramePool()

    init(_ input: FrameInput) {
        self.input = input
        let format = RawVideoFormat(pixelFormat: "I420", size: Self.size, nominalFrameRate: Ratio(Self.rate, 1))
        track = Track(id: Track.ID(rawValue: 1), format: .rawVideo(format), timescale: Self.rate)
    }

    /// Feeds this many seconds of video, as fast as the pipeline accepts it.
    func feed(seconds: Int) async throws {
        try await input.open(track)
        for index in 0..<seconds * Int(Self.rate) { try await input.append(frame(index)) }
        input.finish()
    }

    private func frame(_ index: Int) throws -> Frame {
        guard case .rawVideo(let format) = track.format, let memory = pool.videoContent(format) else {
            preconditionFailure("I420 is a known pixel format")
        }
        var frame = Frame(
            track: track.id, timescale: track.timescale, presentationTicks: Int64(index), duration: 1, content: memory)
        try frame.withMutablePixels { draw(index, into: &$0) }
        return frame
    }

    private func draw(_ index: Int, into pixels: inout MutableVideoPixels) {
        for (plane, layout) in pixels.planes.enumerated() {
            for row in 0..<layout.rowCount {
                pixels.withRow(row, ofPlane: plane) { values in
                    for column in values.indices {
                        let isBar = (column + index * 4) % values.count < 16
                        values[column] = plane > 0 ? 128 : isBar ? 235 : 16
                    }
                }
            }
        }
    }
}
