import Media
import Testing

/// Frames with separately allocated memory.
@Suite struct FrameAccessTests {
    private let track = Track.ID(rawValue: 1)

    private func picture(_ format: String, _ width: Int, _ height: Int, fill: UInt8 = 7) throws -> Frame {
        let format = RawVideoFormat(pixelFormat: format, size: PixelSize(width: width, height: height))
        let bytes = [UInt8](repeating: fill, count: try #require(format.defaultByteCount))
        return Frame(
            track: track, timescale: 30, presentationTicks: 0, duration: 1,
            content: FrameBytes(ByteSlice(copying: bytes), format: .rawVideo(format)))
    }

    private func sound(_ values: [Int16], channels: Int, isPlanar: Bool = false) -> Frame {
        var format = RawAudioFormat(sampleFormat: "S16LE", sampleRate: 48_000, channelCount: channels)
        format.isPlanar = isPlanar
        let bytes = values.withUnsafeBytes { ByteSlice(copying: Array($0)) }
        return Frame(
            track: track, timescale: 48_000, presentationTicks: 0, duration: 2,
            content: FrameBytes(bytes, format: .rawAudio(format)))
    }

    @Test func planesOfOddSizesMatchGStreamersLayout() throws {
        let format = RawVideoFormat(pixelFormat: "I420", size: PixelSize(width: 5, height: 3))
        let planes = try #require(format.defaultLayout)
        #expect(planes.map(\.offset) == [0, 32, 40] && planes.map(\.stride) == [8, 4, 4])
        #expect(planes.map(\.rowCount) == [3, 2, 2] && planes.map(\.rowLength) == [5, 3, 3])
        #expect(format.defaultByteCount == 48)
        #expect(RawVideoFormat(pixelFormat: "v210", size: format.size).defaultLayout == nil)
    }

    @Test func writingPixelsDoesNotChangeCopies() throws {
        var frame = try picture("NV12", 4, 4)
        try frame.withMutablePixels { $0[0, 3, 3] = 200 }
        let copy = frame
        try frame.withMutablePixels { picture in
            picture[0, 0, 0] = 100
            picture.withRow(1, ofPlane: 1) { row in for index in row.indices { row[index] = UInt8(index) } }
        }
        try frame.withPixels { picture in
            #expect(picture[0, 0, 0] == 100 && picture[0, 3, 3] == 200 && picture[0, 1, 1] == 7)
            #expect(picture.withRow(1, ofPlane: 1) { row in row.indices.map { row[$0] } } == [0, 1, 2, 3])
        }
        try copy.withPixels { #expect($0[0, 0, 0] == 7 && $0[0, 3, 3] == 200 && $0[1, 1, 3] == 7) }
    }

    /// A wrong index ends the call with an error that names the place, not the process.
    @Test func accessOutsideTheFrameThrows() throws {
        var frame = try picture("I420", 6, 4)
        func message(_ body: (borrowing VideoPixels) -> Void) -> String {
            do { try frame.withPixels(body) } catch { return "\(error)" }
            return ""
        }
        #expect(message { _ = $0[0, 4, 0] } == "row 4 is outside plane 0, which has 4, counted from 0")
        #expect(message { _ = $0[0, 0, 6] } == "byte 6 is outside the rows of plane 0, which have 6 bytes")
        #expect(message { _ = $0[3, 0, 0] } == "there is no plane 3; the frame has 3, counted from 0")
        #expect(message { _ = $0[0, -1, 0] }.contains("row -1"))
        var count = 0
        let outside = message { picture in count = picture.withRow(9) { $0.count } }
        #expect(outside.contains("row 9 is outside plane 0") && count == 6)
        let before = try frame.withPixels { $0[2, 1, 2] }
        #expect(throws: FrameAccessError.self) { try frame.withMutablePixels { $0[2, 2, 0] = 99 } }
        #expect(throws: FrameAccessError.self) {
            try frame.withMutablePixels { picture in picture.withRow(-1, ofPlane: 7) { $0[0] = 99 } }
        }
        #expect(try frame.withPixels { $0[2, 1, 2] } == before)
        var audio = sound([1, 2, 3, 4], channels: 2)
        #expect(throws: FrameAccessError.self) { try audio.withAudioSamples(of: Int16.self) { _ = $0[0, 2] } }
        #expect(throws: FrameAccessError.self) { try audio.withMutableAudioSamples(of: Int16.self) { $0[2, 0] = 1 } }
    }

    @Test func uniquelyOwnedFrameIsWrittenInPlace() throws {
        var frame = try picture("GRAY8", 8, 8)
        try frame.withMutablePixels { $0[0, 0, 0] = 1 }
        let before = ObjectIdentifier(frame.content as AnyObject)
        try frame.withMutablePixels { $0[0, 0, 0] = 2 }
        #expect(ObjectIdentifier(frame.content as AnyObject) == before)
        let other = frame
        try frame.withMutablePixels { $0[0, 0, 0] = 3 }
        #expect(ObjectIdentifier(frame.content as AnyObject) != before)
        try other.withPixels { #expect($0[0, 0, 0] == 2) }
    }

    @Test func sliceOfTheBytesIsNotChangedByWriting() throws {
        var frame = try picture("GRAY8", 4, 4)
        try frame.withMutablePixels { $0[0, 0, 0] = 9 }
        let slice = try #require(frame.content.bytes)
        try frame.withMutablePixels { $0[0, 0, 0] = 10 }
        #expect(slice.bytes[0] == 9)
    }

    @Test(arguments: [false, true])
    func audioIsReadAndWrittenByChannel(isPlanar: Bool) throws {
        var frame = sound([1, 2, 3, 4], channels: 2, isPlanar: isPlanar)
        try frame.withAudioSamples(of: Int16.self) { sound in
            #expect(sound.count == 2)
            #expect([sound[0, 0], sound[0, 1], sound[1, 0], sound[1, 1]] == (isPlanar ? [1, 2, 3, 4] : [1, 3, 2, 4]))
        }
        try frame.withMutableAudioSamples(of: Int16.self) { $0[1, 0] = 50 }
        let values = try frame.withAudioSamples(of: Int16.self) { sound in
            sound.withValues { values in values.indices.map { values[$0] } }
        }
        #expect(values == (isPlanar ? [1, 2, 50, 4] : [1, 50, 3, 4]))
    }

    @Test func unsupportedAccessIsAnErrorWithAReason() throws {
        var frame = try picture("GRAY8", 4, 4)
        #expect(throws: FrameAccessError.self) { try frame.withAudioSamples(of: Int16.self) { _ in } }
        let small = FrameBytes(
            ByteSlice(copying: [1, 2]),
            format: .rawVideo(RawVideoFormat(pixelFormat: "GRAY8", size: PixelSize(width: 4, height: 4))))
        frame.content = small
        #expect(throws: FrameAccessError.self) { try frame.withPixels { _ in } }
        #expect(throws: FrameAccessError.self) { try frame.withMutablePixels { _ in } }
        let error = #expect(throws: FrameAccessError.self) {
            try sound([1], channels: 1).withAudioSamples(of: Float.self) { _ in }
        }
        #expect(error?.description == "the samples are S16LE, not F32LE; declare the input format")
    }
}
