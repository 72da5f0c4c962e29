import Foundation
import Media
import OutsidePrograms
import StageKit
import Testing

@testable import GStreamerStages

/// Uncompressed audio and formats for editing in containers, delivered unchanged.
@Suite struct UncompressedContainerTests {
    static let audio: [(String, String)] = [
        ("a.wav", "pcm_s16le"), ("b.wav", "pcm_s24le"), ("c.wav", "pcm_s32le"), ("d.wav", "pcm_f32le"),
        ("e.mkv", "pcm_s16le"), ("f.mkv", "pcm_s24be"), ("g.mkv", "pcm_f64le"), ("h.aiff", "pcm_s24be"),
    ]

    @Test(arguments: audio.indices) func uncompressedAudioIsDeliveredByteForByte(index: Int) async throws {
        let (name, codec) = Self.audio[index]
        let folder = try TestFolder()
        let reading = try await ContainerReading.make(name, audio: ["-ac", "6", "-c:a", codec], in: folder)
        #expect(reading.failure == nil)
        let track = try #require(reading.collector.tracks.first)
        guard case .codedAudio(let format) = track.format else {
            Issue.record("no audio")
            return
        }
        let coding = try #require(format.configuration.pcm)
        #expect(codec == "pcm_" + coding.sampleFormat.lowercased() && format.channelCount == 6)
        // AIFF does not specify positions.
        if !name.hasSuffix("aiff") { #expect(format.channelPositions?.codes == [0, 1, 2, 3, 4, 5]) }
        #expect(track.timescale == 48_000)
        let samples = reading.samples(.audio)
        #expect(samples.reduce(0) { $0 + $1.duration } == 48_000)
        try command(
            "ffmpeg", "-v", "error", "-i", folder.path(name), "-c:a", "copy", "-f", String(codec.dropFirst(4)),
            folder.path("expected"))
        #expect(try Data(samples.flatMap(\.bytes.bytes)) == Data(contentsOf: folder.url("expected")))
    }

    @Test(arguments: ["pcm_u8", "pcm_alaw"]) func otherAudioIsReportedWithARemedy(codec: String) async throws {
        let folder = try TestFolder()
        let reading = try await ContainerReading.make("a.wav", audio: ["-c:a", codec], in: folder)
        #expect(reading.failure?.code == .unsupportedMedia)
        #expect(reading.problems.contains { $0.message.contains("--encode") }, "\(reading.problems)")
    }

    /// GStreamer's demuxer delivers the frames without times.
    @Test func proResOfMatroskaIsReportedWithARemedy() async throws {
        let folder = try TestFolder()
        let reading = try await ContainerReading.make("a.mkv", video: ["-c:v", "prores_ks"], in: folder)
        #expect(reading.failure?.code == .unsupportedMedia)
        #expect(reading.problems.contains { $0.message.contains("QuickTime movie") }, "\(reading.problems)")
    }

    static let video: [(String, [String], FourCC)] = [
        ("c.mkv", ["-c:v", "mjpeg"], "jpeg"), ("d.avi", ["-c:v", "mjpeg"], "jpeg"),
    ]

    @Test(arguments: video.indices) func formatsForEditingAreDeliveredByteForByte(index: Int) async throws {
        let (name, coding, code) = Self.video[index]
        let folder = try TestFolder()
        let reading = try await ContainerReading.make(name, video: coding, in: folder)
        #expect(reading.failure == nil)
        guard case .codedVideo(let format)? = reading.collector.tracks.first?.format else {
            Issue.record("no video")
            return
        }
        #expect(format.configuration.sampleEntryCode == code && format.size == PixelSize(width: 64, height: 48))
        let samples = reading.samples(.video)
        #expect(samples.count == 25 && samples.allSatisfy { $0.isSync && $0.presentationOffset == 0 })
        try command(
            "ffmpeg", "-v", "error", "-i", folder.path(name), "-c:v", "copy", "-f", "rawvideo", folder.path("expected"))
        #expect(try Data(samples.flatMap(\.bytes.bytes)) == Data(contentsOf: folder.url("expected")))
    }
}
