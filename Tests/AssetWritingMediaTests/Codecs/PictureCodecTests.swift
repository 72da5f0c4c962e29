import AssetWriting
import Foundation
import OutsidePrograms
import Testing

/// Every video codec, in segments and in movies, read by ffmpeg.
@Suite struct VideoCodecTests {
    private static let codecs: [VideoCodecType] = [.h264, .hevc, .av1]
    private static let names: [VideoCodecType: String] = [.h264: "h264", .hevc: "hevc", .av1: "av1"]

    @Test(arguments: codecs, Destination.allCases)
    func everyVideoCodecIsReadBack(codec: VideoCodecType, destination: Destination) async throws {
        let folder = try TestFolder()
        let settings = VideoOutputSettings(codec: codec, width: 64, height: 48, averageBitRate: 300_000)
        let start = MediaTime.seconds(10)
        let encoded = try await destination.encode(.video(settings), into: folder) { input in
            try await TestFrames.append(75, rate: 30, start, to: input)
        }
        let stream = try AssetTestMovies.probe(
            encoded.path, "-count_packets", "-show_entries", "stream=codec_name,width,height,nb_read_packets")
        #expect(stream == ["\(Self.names[codec] ?? ""),64,48,75"])
        #expect(try encoded.decodingMessages() == "")
        let packets = try AssetTestMovies.probe(encoded.path, "-show_entries", "packet=flags")
        #expect(packets.first?.hasPrefix("K") == true)
        if destination.writesSegments {
            #expect(encoded.reports.map(\.duration) == [.seconds(1), .seconds(1), MediaTime(value: 1, timescale: 2)])
            #expect(encoded.reports.allSatisfy { $0.firstVideoSampleInformation?.isSyncSample == true })
            let keys = packets.enumerated().filter { $0.element.hasPrefix("K") }.map(\.offset)
            #expect(Set(keys).isSuperset(of: [0, 30, 60]))
        }
    }

    @Test(arguments: [
        (VideoCodecType.h264, "H264_Main_AutoLevel", "Main"), (.h264, "H264_Baseline_3_1", "Constrained Baseline"),
        (.hevc, "HEVC_Main_AutoLevel", "Main"), (.hevc, "HEVC_Main10_AutoLevel", "Main 10"),
        (.hevc, "main10", "Main 10"),
    ])
    func requestedProfilesAreUsed(codec: VideoCodecType, profile: String, seen: String) async throws {
        let folder = try TestFolder()
        let settings = VideoOutputSettings(codec: codec, width: 64, height: 48, profile: profile)
        let encoded = try await Destination.mp4.encode(.video(settings), into: folder) { input in
            try await TestFrames.append(10, rate: 30, .seconds(10), to: input)
        }
        #expect(try AssetTestMovies.probe(encoded.path, "-show_entries", "stream=profile") == [seen])
        #expect(try encoded.decodingMessages() == "")
    }

    @Test func moviesRespectKeyframeInterval() async throws {
        let folder = try TestFolder()
        for codec in Self.codecs {
            let settings = VideoOutputSettings(codec: codec, width: 64, height: 48, maxKeyFrameInterval: 20)
            let encoded = try await Destination.mp4.encode(.video(settings), into: folder) { input in
                try await TestFrames.append(70, rate: 30, .seconds(10), to: input)
            }
            let flags = try AssetTestMovies.probe(encoded.path, "-show_entries", "packet=flags")
            let keys = flags.enumerated().filter { $0.element.hasPrefix("K") }.map(\.offset)
            #expect(keys == [0, 20, 40, 60], "\(codec.rawValue)")
            try FileManager.default.removeItem(atPath: encoded.path)
        }
    }

    /// AV1 encoders do not support keyframe requests: the distance of sync samples is a whole number of frames.
    @Test func segmentsOfAV1NeedAnIntervalOfWholeFrames() async throws {
        let folder = try TestFolder()
        let settings = VideoOutputSettings(codec: .av1, width: 64, height: 48)
        let interval = MediaTime(value: 11, timescale: 10)
        func encode(hint: MediaFormat?) async -> AssetWriterError? {
            do {
                _ = try await Destination.cmaf.encode(.video(settings), into: folder, interval: interval, hint: hint) {
                    try await TestFrames.append(60, rate: 25, .seconds(10), to: $0)
                }
                return nil
            } catch {
                return error as? AssetWriterError
            }
        }
        // If the rate is known, writing does not start; otherwise the first frame determines it.
        for hint in [TestFrames.format(rate: 25), nil] {
            let error = await encode(hint: hint)
            #expect(error?.code == .encoding)
            #expect(error?.message.contains("not a whole number of frames at 25/1") == true, "\(error?.message ?? "")")
        }
    }

    @Test func aKeyFrameIntervalOfAV1ThatMissesTheSegmentsIsRefused() async throws {
        let folder = try TestFolder()
        let settings = VideoOutputSettings(
            codec: .av1, width: 64, height: 48, maxKeyFrameInterval: 20, expectedSourceFrameRate: 30)
        await #expect(
            performing: {
                _ = try await Destination.cmaf.encode(.video(settings), into: folder) { _ in }
            }, throws: { "\($0)".contains("20 frames do not match the required sync sample every 30 frames") })
    }

    @Test(arguments: [
        (VideoOutputSettings(codec: .init(rawValue: "jpeg"), width: 64, height: 48), "AVVideoCodecKey"),
        (VideoOutputSettings(codec: .h264, width: 63, height: 48), "AVVideoWidthKey"),
        (VideoOutputSettings(codec: .hevc, width: 64, height: 47), "AVVideoHeightKey"),
        (VideoOutputSettings(codec: .h264, width: 64, height: 48, profile: "extended"), "AVVideoProfileLevelKey"),
        (VideoOutputSettings(codec: .hevc, width: 64, height: 48, profile: "high"), "AVVideoProfileLevelKey"),
        (VideoOutputSettings(codec: .av1, width: 64, height: 48, profile: "main10"), "AVVideoProfileLevelKey"),
        (VideoOutputSettings(codec: .av1, width: 64, height: 48, averageBitRate: 9), "AVVideoAverageBitRateKey"),
    ])
    func unsupportedSettingIsRejectedByKeyAtStart(settings: VideoOutputSettings, key: String) {
        let writer = AssetWriter(contentType: .mp4)
        writer.outputFileTypeProfile = .mpeg4AppleHLS
        writer.preferredOutputSegmentInterval = .seconds(6)
        writer.add(AssetWriterInput(mediaType: .video, outputSettings: .video(settings)))
        #expect(!writer.startWriting())
        #expect(writer.status == .failed && writer.error?.code == .encoding)
        #expect(writer.error?.message.contains(key) == true, "\(writer.error?.message ?? "")")
    }
}
