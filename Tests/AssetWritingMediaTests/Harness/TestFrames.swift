import AssetWriting

/// Generated grey frames of increasing brightness.
enum TestFrames {
    static func format(rate: Int32) -> MediaFormat {
        .rawVideo(
            RawVideoFormat(pixelFormat: "I420", size: PixelSize(width: 64, height: 48), nominalFrameRate: Ratio(rate))
        )
    }

    static func frame(_ index: Int64, rate: Int32) -> Frame {
        let light = UInt8(64 + min(index * 4 * 219 / 255, 160))
        let bytes = [UInt8](repeating: light, count: 64 * 48) + [UInt8](repeating: 128, count: 64 * 48 / 2)
        return Frame(
            track: Track.ID(rawValue: 1), timescale: rate * 1000, presentationTicks: index * 1000, duration: 1000,
            content: FrameBytes(ByteSlice(copying: bytes), format: format(rate: rate)))
    }

    static func append(_ count: Int64, rate: Int32, _ offset: MediaTime, to input: AssetWriterInput) async throws {
        for index in 0..<count { try await input.appendWhenReady(frame(index, rate: rate).shifted(by: offset)) }
        input.markAsFinished()
    }
}
