import AssetWriting
import Foundation
import OutsidePrograms
import Synchronization
import Testing

/// Inputs with output settings, encoded by the codecs linked into the program.
@Suite struct EncodingTests {
    @Test func encodedSegmentsHaveExactInterval() async throws {
        let written = try await encode(pictures: 150, interval: .seconds(2))
        #expect(
            written.segments.map { $0.report?.trackReports.map(\.mediaType) } == [
                [.video, .audio], [.video, .audio], [.video, .audio],
            ])
        let pictures = written.segments.compactMap { $0.report?.trackReports.first }
        #expect(pictures.map(\.duration) == [.seconds(2), .seconds(2), .seconds(1)])
        #expect(pictures.map(\.earliestPresentationTimeStamp) == [.seconds(10), .seconds(12), .seconds(14)])
        #expect(pictures.allSatisfy { $0.firstVideoSampleInformation?.isSyncSample == true })
        #expect(try written.decodingMessages() == "")
    }

    /// Interval and frame rate do not match: the first frame after the interval becomes the sync sample.
    @Test func firstFrameAfterIntervalIsSyncSample() async throws {
        let interval = MediaTime(value: 11, timescale: 10)
        let written = try await encode(pictures: 120, interval: interval, rate: 25, sound: false)
        let starts = written.segments.compactMap { $0.report?.trackReports.first?.earliestPresentationTimeStamp }
        #expect(starts == [0, 28, 55, 83, 110].map { MediaTime(value: 250 + $0, timescale: 25) })
    }

    @Test func framesThatAProgramMadeItselfAreEncoded() async throws {
        let written = try await encode(pictures: 30, interval: .seconds(1), sound: false)
        let sizes = try AssetTestMovies.probe(
            written.path, "-select_streams", "v", "-show_entries", "stream=codec_name,width,height")
        #expect(sizes.first == "h264,64,48")
        let levels = try command(
            "ffmpeg", "-v", "error", "-i", written.path, "-vf", "scale=1:1", "-pix_fmt", "gray", "-f", "rawvideo",
            written.folder.path("gray"))
        #expect(levels == "")
        let grey = try Data(contentsOf: written.folder.url("gray"))
        #expect(grey.count == 30)
        for (index, level) in grey.enumerated() { #expect(abs(Int(level) - (60 + 4 * index)) <= 14) }
    }

    @Test func frameReorderingIsEncodedWhenItIsAllowed() async throws {
        let written = try await encode(pictures: 60, interval: .seconds(1), sound: false) {
            $0.allowsFrameReordering = true
        }
        let types = try AssetTestMovies.probe(written.path, "-select_streams", "v", "-show_entries", "frame=pict_type")
        #expect(types.contains("B"))
        #expect(written.segments.count == 2)
        #expect(try written.decodingMessages() == "")
    }

    @Test func wrongFrameSizeFailsWriterWithReason() async throws {
        let writer = AssetWriter(contentType: .mp4)
        writer.outputFileTypeProfile = .mpeg4AppleHLS
        writer.preferredOutputSegmentInterval = .seconds(6)
        let input = AssetWriterInput(
            mediaType: .video, outputSettings: .video(VideoOutputSettings(codec: .h264, width: 64, height: 48)))
        writer.add(input)
        _ = writer.segments
        try #require(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        var frame = TestFrames.frame(0, rate: 30)
        frame.content = FrameBytes(ByteSlice(copying: [1, 2, 3]), format: TestFrames.format(rate: 30))
        input.append(frame)
        await writer.finishWriting()
        #expect(writer.status == .failed)
        #expect(writer.error?.message.contains("3 bytes") == true)
    }

    @Test func cancelledWriterReleasesEncoders() async throws {
        let writer = AssetWriter(contentType: .mp4)
        writer.outputFileTypeProfile = .mpeg4AppleHLS
        writer.preferredOutputSegmentInterval = .seconds(6)
        let input = AssetWriterInput(
            mediaType: .video, outputSettings: .video(VideoOutputSettings(codec: .h264, width: 64, height: 48)))
        writer.add(input)
        _ = writer.segments
        try #require(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        for index in 0..<20 { try await input.appendWhenReady(TestFrames.frame(Int64(index), rate: 30)) }
        writer.cancelWriting()
        #expect(writer.status == .cancelled)
    }

    /// Encodes grey frames of increasing brightness, and silence that contains a tone.
    private func encode(
        pictures count: Int64, interval: MediaTime, rate: Int32 = 30, sound: Bool = true,
        _ adjust: (inout VideoOutputSettings) -> Void = { _ in }
    ) async throws -> WrittenSegments {
        let offset = MediaTime.seconds(10)
        let writer = AssetWriter(contentType: ContentType(FileType.mp4.rawValue))
        writer.outputFileTypeProfile = .mpeg4AppleHLS
        writer.preferredOutputSegmentInterval = interval
        writer.initialSegmentStartTime = offset
        var settings = VideoOutputSettings(codec: .h264, width: 64, height: 48, averageBitRate: 300_000)
        adjust(&settings)
        let video = AssetWriterInput(mediaType: .video, outputSettings: .video(settings))
        let audio = AssetWriterInput(
            mediaType: .audio,
            outputSettings: .audio(AudioOutputSettings(formatID: .mpeg4AAC, sampleRate: 48_000, numberOfChannels: 2)))
        #expect(writer.add(video))
        if sound { #expect(writer.add(audio)) }
        let segments = writer.segments
        try #require(writer.startWriting())
        writer.startSession(atSourceTime: offset)
        async let collected = segments.reduce(into: [AssetSegment]()) { $0.append($1) }
        async let pictures: Void = TestFrames.append(count, rate: rate, offset, to: video)
        if sound { try await Tones.append(blocks: count * 48_000 / Int64(rate) / 1000, offset, to: audio) }
        try await pictures
        await writer.finishWriting()
        #expect(writer.status == .completed && writer.error == nil)
        return try WrittenSegments(await collected)
    }
}

/// Segments concatenated into a file.
struct WrittenSegments {
    let folder: TestFolder
    let all: [AssetSegment]
    var segments: [AssetSegment] { all.filter { $0.type == .separable } }
    var path: String { folder.path("all.mp4") }

    init(_ all: [AssetSegment]) throws {
        folder = try TestFolder()
        self.all = all
        try Data(all.flatMap(\.data.bytes)).write(to: folder.url("all.mp4"))
    }

    /// Returns ffmpeg's messages while it decodes the file.
    func decodingMessages() throws -> String { try command("ffmpeg", "-v", "warning", "-i", path, "-f", "null", "-") }
}
