import AVFoundationCompatibility
import HLS
import Testing

extension CaptureDeviceTests.Compatibility {
    @Test func liveProgramWritesSegmentsAndTheirPlaylist() async throws {
        try await Scratch.use { scratch in
            let tone = try scratch.playTone()
            defer { tone.end() }
            let folder = scratch.file("live")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let program = try LiveProgram(
                camera: #require(VirtualDevices.captureCamera), microphone: #require(VirtualDevices.captureMicrophone),
                folder: folder)
            try await program.run(until: 4, within: 60)
            #expect(program.writer.status == .completed, "\(String(describing: program.writer.error))")
            try #require(program.segments >= 4)

            let index = folder.appendingPathComponent("index.m3u8")
            let playlist = try String(contentsOf: index, encoding: .utf8)
            let durations = playlist.matches(of: /#EXTINF:([0-9.]+)/).compactMap { Double($0.1) }
            #expect(durations.dropLast().allSatisfy { abs($0 - 2) < 0.5 }, "\(durations)")
            let report = try await ValidationDocument(folder, in: scratch)
            // The program writes a media playlist without a multivariant playlist.
            #expect(report.must == [], "\(report.text)")

            let packets = try await PacketList(index, in: scratch)
            let video = try #require(packets.tracks.first { $0.codec_type == "video" })
            let audio = try #require(packets.tracks.first { $0.codec_type == "audio" })
            #expect(video.codec_name == "h264" && video.width == 640 && video.height == 360)
            #expect(audio.codec_name == "aac" && audio.sample_rate == "48000" && audio.channels == 2)
            let decoded = try await scratch.decode(index)
            #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded)")
        }
    }
}
