import AVFoundationCompatibility
import Testing

/// Video on demand: frames and audio are encoded into segments for a delegate, which writes the playlists.
@Suite struct EncodingProgramTests {
    private static let offset = CMTime(value: 10, timescale: 1)

    @Test func encodedMediaBecomeSegmentsOfTheInterval() async throws {
        let folder = try WritingFolder()
        let presentation = try PresentationFolder(folder)
        let writer = AVAssetWriter(contentType: UTType(AVFileType.mp4.rawValue)!)
        let video = AVAssetWriterInput(mediaType: .video, outputSettings: TestMedia.videoSettings)
        let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: TestMedia.audioSettings)
        writer.add(video)
        writer.add(audio)
        writer.outputFileTypeProfile = .mpeg4AppleHLS
        writer.preferredOutputSegmentInterval = CMTime(seconds: 6.0, preferredTimescale: 1)
        writer.initialSegmentStartTime = Self.offset
        writer.delegate = presentation
        #expect(writer.startWriting(), "\(String(describing: writer.error))")
        writer.startSession(atSourceTime: Self.offset)

        let group = DispatchGroup()
        SampleSupply(video).supply({ $0 < 325 ? try? TestMedia.frame($0, offset: Self.offset) : nil }, to: group)
        SampleSupply(audio).supply({ $0 < 325 ? try? TestMedia.tone($0, offset: Self.offset) : nil }, to: group)
        await group.finished()
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        try presentation.finish()

        let lines = try folder.text("out/index.m3u8").split(separator: "\n").filter { $0.hasPrefix("#EXTINF") }
        #expect(lines == ["#EXTINF:6.00000,", "#EXTINF:6.00000,", "#EXTINF:1.00000,"])
        let frames = try folder.probe(
            "out/index.m3u8", "-select_streams", "v:0", "-count_frames", "-show_entries", "stream=nb_read_frames")
        #expect(frames.contains("325"))
        #expect(try folder.decodingMessages("out/index.m3u8") == "")
        let starts = try folder.probe("out/index.m3u8", "-show_entries", "stream=codec_name,start_time")
        #expect(Set(starts) == ["h264,10.000000", "aac,10.000000"])
        try folder.validate("out/index.m3u8")
        try #require(presentation.initialization).write(to: folder.url("whole.mp4"))
        let file = try FileHandle(forWritingTo: folder.url("whole.mp4"))
        try file.seekToEnd()
        try file.write(contentsOf: presentation.media)
        try file.close()
        try folder.decodeWithGStreamer("whole.mp4")
        let information = try folder.run("mediainfo", folder.path("whole.mp4"))
        #expect(information.contains("AVC") && information.contains("AAC LC"))
    }

    @Test func everyEntryOfTheIFramePlaylistDecodesToOneFrame() async throws {
        let folder = try WritingFolder()
        let presentation = try PresentationFolder(folder)
        let writer = AVAssetWriter(contentType: .mpeg4Movie)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: TestMedia.videoSettings)
        writer.add(input)
        writer.outputFileTypeProfile = .mpeg4AppleHLS
        writer.preferredOutputSegmentInterval = CMTime(value: 2, timescale: 1)
        writer.initialSegmentStartTime = .zero
        writer.delegate = presentation
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        let group = DispatchGroup()
        SampleSupply(input).supply({ $0 < 150 ? try? TestMedia.frame($0) : nil }, to: group)
        await group.finished()
        await withCheckedContinuation { continuation in
            writer.finishWriting { continuation.resume() }
        }
        #expect(writer.status == .completed && presentation.segments.count == 3)
        try presentation.finish()
        for segment in presentation.segments {
            let sample = try #require(segment.report.trackReports.first?.firstVideoSampleInformation)
            #expect(sample.isSyncSample)
            let bytes = try Data(contentsOf: folder.url("out/\(segment.name)"))
            let header = try #require(presentation.initialization)
            try (header + bytes.prefix(sample.offset + sample.length)).write(to: folder.url("frame.mp4"))
            let types = try folder.probe(
                "frame.mp4", "-select_streams", "v", "-show_entries", "frame=pict_type")
            #expect(types.contains("I") && !types.contains("P"), "\(types)")
        }
    }

    @Test func aDelegateWithoutTheReportMethodGetsTheSegments() async throws {
        final class Receiver: AVAssetWriterDelegate {
            var types: [AVAssetSegmentType] = []
            func assetWriter(
                _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType
            ) {
                types.append(segmentType)
            }
        }
        let receiver = Receiver()
        let writer = AVAssetWriter(contentType: .mpeg4Movie)
        let input = AVAssetWriterInput(mediaType: .audio, outputSettings: TestMedia.audioSettings)
        writer.add(input)
        writer.outputFileTypeProfile = .mpeg4CMAFCompliant
        writer.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 1)
        writer.delegate = receiver
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        let group = DispatchGroup()
        SampleSupply(input).supply({ $0 < 50 ? try? TestMedia.tone($0) : nil }, to: group)
        await group.finished()
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        #expect(receiver.types.first == .initialization && receiver.types.dropFirst().allSatisfy { $0 == .separable })
        #expect(receiver.types.count >= 3)
    }

    @Test func syncSamplesAreAtMostTheSettingsDurationApart() async throws {
        let folder = try WritingFolder()
        let writer = try AVAssetWriter(outputURL: folder.url("movie.mp4"), fileType: .mp4)
        var settings = TestMedia.videoSettings
        settings[AVVideoCompressionPropertiesKey] = [AVVideoMaxKeyFrameIntervalDurationKey: 0.5]
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
        writer.add(input)
        #expect(writer.startWriting(), "\(String(describing: writer.error))")
        writer.startSession(atSourceTime: .zero)
        let group = DispatchGroup()
        SampleSupply(input).supply({ $0 < 60 ? try? TestMedia.frame($0) : nil }, to: group)
        await group.finished()
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        let flags = try folder.probe("movie.mp4", "-select_streams", "v", "-show_entries", "packet=flags")
        let syncs = flags.indices.filter { flags[$0].hasPrefix("K") }
        #expect(flags.count == 60 && syncs.first == 0)
        #expect(zip(syncs, syncs.dropFirst()).allSatisfy { $1 - $0 <= 12 }, "\(syncs)")
    }
}
