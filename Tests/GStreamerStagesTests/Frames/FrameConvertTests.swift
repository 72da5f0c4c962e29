import CGStreamer
import CGStreamerLibraries
import Media
import StageKit
import StageTesting
import Testing

@testable import GStreamerStages

/// GStreamer frames, read, written and converted.
@Suite struct FrameConvertTests {
    private static let formats = [
        "I420", "YV12", "Y42B", "Y444", "NV12", "NV21", "I420_10LE", "P010_10LE", "GRAY8", "GRAY16_LE", "RGB", "BGR",
        "RGBA",
        "BGRx", "xRGB",
    ]

    @Test(arguments: formats, [(64, 36), (63, 35), (1, 1), (1919, 1079)])
    func theLayoutOfAPixelFormatIsGStreamers(name: String, size: (Int, Int)) throws {
        try GStreamerLibrary.start()
        var info = GstVideoInfo()
        gst_video_info_init(&info)
        #expect(
            gst_video_info_set_format(&info, gst_video_format_from_string(name), UInt32(size.0), UInt32(size.1)) != 0)
        let format = RawVideoFormat(pixelFormat: name, size: PixelSize(width: size.0, height: size.1))
        let planes = try #require(format.defaultLayout)
        let offsets = withUnsafeBytes(of: info.offset) { Array($0.bindMemory(to: Int.self)) }
        let strides = withUnsafeBytes(of: info.stride) { Array($0.bindMemory(to: Int32.self)) }
        #expect(planes.map(\.stride) == strides.prefix(planes.count).map { Int($0) })
        // In YV12 the second chroma plane precedes the first in memory.
        let expected = Array(offsets.prefix(planes.count)).sorted()
        #expect(planes.map(\.offset) == expected)
        #expect(format.defaultByteCount == Int(info.size))
    }

    @Test func uniqueGStreamerFrameIsModifiedInPlace() async throws {
        var frame = try await lastFrame(.white)
        var before = ObjectIdentifier(frame.content as AnyObject)
        try frame.withMutablePixels { $0[0, 10, 10] = 16 }
        // The task that delivered a frame may release it a moment later; then another frame is used.
        for _ in 0..<20 where ObjectIdentifier(frame.content as AnyObject) != before {
            frame = try await lastFrame(.white)
            before = ObjectIdentifier(frame.content as AnyObject)
            try frame.withMutablePixels { $0[0, 10, 10] = 16 }
        }
        #expect(ObjectIdentifier(frame.content as AnyObject) == before)
        let kept = frame
        try frame.withMutablePixels { $0[0, 11, 11] = 17 }
        #expect(ObjectIdentifier(frame.content as AnyObject) != before)
        try kept.withPixels { #expect($0[0, 10, 10] == 16 && $0[0, 11, 11] == 235) }
        try frame.withPixels { #expect($0[0, 10, 10] == 16 && $0[0, 11, 11] == 17) }
    }

    @Test func convertedFramesHaveRequestedFormatAndTimes() async throws {
        var options = FrameConvert.Options()
        options.pixelFormats = ["RGBA", "BGRA"]
        var harness = try TransformHarness(FrameConvert.self, options: options)
        let messages = try await testMessages(pattern: .white)
        try harness.push(messages)
        try harness.finish()
        let before = messages.compactMap(\.payload)
        #expect(harness.payloads.map(\.presentationTicks) == before.map(\.presentationTicks) && before.count > 3)
        for frame in harness.payloads {
            try frame.withPixels { picture in
                #expect(picture.format.pixelFormat == "RGBA" && picture.planes.count == 1)
                let pixel = picture.withRow(20) { row in (0..<4).map { row[4 * 30 + $0] } }
                #expect(pixel.allSatisfy { $0 >= 253 }, "\(pixel)")
            }
        }
    }

    @Test func matchingFrameIsPassedThrough() async throws {
        var options = FrameConvert.Options()
        options.pixelFormats = ["NV12", "I420"]
        var harness = try TransformHarness(FrameConvert.self, options: options)
        let messages = try await testMessages(pattern: .white)
        try harness.push(messages)
        let ends = zip(messages.compactMap(\.payload), harness.payloads)
        #expect(
            ends.allSatisfy { ObjectIdentifier($0.content as AnyObject) == ObjectIdentifier($1.content as AnyObject) })
    }

    @Test func audioIsConvertedToFloat() throws {
        let format = RawAudioFormat(sampleFormat: "S16LE", sampleRate: 48_000, channelCount: 2)
        let track = Track(id: Track.ID(rawValue: 1), format: .rawAudio(format), timescale: 48_000)
        let values: [Int16] = [16_384, -16_384, 0, 32_767]
        let frame = Frame(
            track: track.id, timescale: 48_000, presentationTicks: 0, duration: 2,
            content: FrameBytes(values.withUnsafeBytes { ByteSlice(copying: Array($0)) }, format: track.format))
        var options = FrameConvert.Options()
        options.sampleFormats = ["F32LE"]
        var harness = try TransformHarness(FrameConvert.self, options: options)
        try harness.push(Message.script(track, [frame]))
        try #require(harness.payloads.first).withAudioSamples(of: Float.self) { sound in
            #expect(sound.count == 2 && sound[0, 0] == 0.5 && sound[1, 0] == -0.5 && sound[0, 1] == 0)
        }
    }

    @Test func aNameThatIsNoFormatIsRefused() throws {
        var options = FrameConvert.Options()
        options.pixelFormats = ["RGBA,width=1"]
        #expect(throws: StageError.self) { _ = try FrameConvert(options: options) }
        options.pixelFormats = ["NOFORMAT"]
        var harness = try TransformHarness(FrameConvert.self, options: options)
        #expect(throws: StageError.self) { try harness.push(.track(.scriptedVideo())) }
    }

    private func testMessages(pattern: TestVideo.Pattern) async throws -> [Message<Frame>] {
        try await testFrames(
            rate: Ratio(30), duration: MediaTime(value: 1, timescale: 6), size: PixelSize(width: 64, height: 36),
            pattern: pattern)
    }

    /// Returns a frame without other references.
    private func lastFrame(_ pattern: TestVideo.Pattern) async throws -> Frame {
        var frames = try await testMessages(pattern: pattern).compactMap(\.payload)
        let frame = frames.removeLast()
        frames = []
        // The source releases its last buffer a moment after its end.
        let content = try #require(frame.content as? GStreamerFrame)
        for _ in 0..<500 where !sluice_gst_buffer_is_exclusive(content.buffer) {
            try await Task.sleep(for: .milliseconds(10))
        }
        return frame
    }
}
