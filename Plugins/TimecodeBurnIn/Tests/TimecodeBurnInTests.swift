import Media
import StageKit
import StageTesting
import Testing

@testable import TimecodeBurnIn

@Suite struct TimecodeBurnInTests {
    @Test func conformsToStageContract() {
        #expect(StageConformance.check(TimecodeBurnIn.self) == [])
    }

    @Test(arguments: ["I420", "NV12", "GRAY8", "Y444"])
    func everyFrameShowsItsTimeAndNumber(format: String) throws {
        let track = track(format, 640, 360)
        var harness = try TransformHarness(TimecodeBurnIn.self)
        try harness.push(.track(track))
        for index in 0..<40 { try harness.push(.payload(try grey(track, Int64(index)))) }
        let texts = try harness.payloads.map { try read($0) }
        #expect(texts[0] == "00:00:00.000 0" && texts[1] == "00:00:00.040 1" && texts[39] == "00:00:01.560 39")
    }

    @Test func otherPixelsAreUnchanged() throws {
        let track = track("I420", 640, 360)
        var options = TimecodeBurnIn.Options()
        (options.position, options.scale, options.start) = (.top, 2, MediaTime(value: 3600, timescale: 1))
        var harness = try TransformHarness(TimecodeBurnIn.self, options: options)
        try harness.push(.track(track))
        try harness.push(.payload(try grey(track, 0)))
        try #require(harness.payloads.first).withPixels { picture in
            #expect(picture[0, 0, 0] == 16 && picture[0, 18, 0] == 90 && picture[0, 0, 300] == 90)
            #expect(picture[1, 0, 0] == 128 && picture[1, 20, 0] == 90)
        }
        #expect(try read(try #require(harness.payloads.first), scale: 2, top: true) == "01:00:00.000 0")
    }

    @Test func tooSmallFrameIsUnchanged() throws {
        let track = track("GRAY8", 32, 8)
        var harness = try TransformHarness(TimecodeBurnIn.self)
        try harness.push(.track(track))
        try harness.push(.payload(try grey(track, 0)))
        let bytes = try #require(harness.payloads.first?.content.bytes)
        #expect(bytes.bytes.allSatisfy { $0 == 90 })
    }

    @Test func timesAreFormattedAsTimecode() {
        #expect(Timecode.text(MediaTime(value: -1, timescale: 1000)) == "-00:00:00.001")
        #expect(Timecode.text(MediaTime(value: 3_723_456, timescale: 1000)) == "01:02:03.456")
        #expect(Timecode.text(MediaTime(value: 400_000, timescale: 1)) == "111:06:40.000")
    }

    private func track(_ format: String, _ width: Int, _ height: Int) -> Track {
        let format = RawVideoFormat(pixelFormat: format, size: PixelSize(width: width, height: height))
        return Track(id: Track.ID(rawValue: 1), format: .rawVideo(format), timescale: 25)
    }

    private func grey(_ track: Track, _ ticks: Int64) throws -> Frame {
        guard case .rawVideo(let format) = track.format else { throw FrameFormatMissing() }
        let bytes = [UInt8](repeating: 90, count: try #require(format.defaultByteCount))
        return Frame(
            track: track.id, timescale: 25, presentationTicks: ticks, duration: 1,
            content: FrameBytes(ByteSlice(copying: bytes), format: track.format))
    }

    /// Decodes the text from the frame's pixels.
    private func read(_ frame: Frame, scale: Int = 4, top isAtTop: Bool = false) throws -> String {
        try frame.withPixels { picture in
            let plane = picture.planes[0]
            let first = (isAtTop ? 0 : plane.rowCount - 9 * scale) + scale
            var text = ""
            while true {
                let left = scale + text.count * 6 * scale
                guard left + 6 * scale <= plane.rowLength else { break }
                let dots = (0..<7).map { row in
                    (0..<5).reduce(UInt8(0)) { bits, column in
                        let pixel = picture[0, first + row * scale + scale / 2, left + column * scale + scale / 2]
                        return bits << 1 | (pixel > 200 ? 1 : 0)
                    }
                }
                // Pixels after the text have the frame's original grey level.
                guard picture[0, first, left] != 90 else { break }
                guard let letter = DotMatrix.letters.first(where: { $0.value == dots }) else { break }
                text.append(letter.key)
            }
            return text
        }
    }
}

private struct FrameFormatMissing: Error {}
