import Foundation
import Testing

/// Streams are also recorded, from the same encoders.
@Suite struct RecordingTests {
    @Test(arguments: ["mp4", "mov"]) func encodersThatFeedSegmentsFeedAMovieToo(type: String) async throws {
        try await Scratch.use { scratch in
            let input = try await Movie(description: "ten seconds").file()
            let recording = scratch.file("recording.\(type)")
            let text = """
                pipeline: test
                stages:
                  movie: { use: file.decode, with: { path: "\(input.path)" } }
                  keyframes: { use: keyframe.force, from: movie, with: { interval: 2s } }
                  video: { use: video.encode, from: keyframes, with: { codec: h264, bitrate: 500kbps } }
                  audio: { use: audio.encode, from: movie, with: { codec: aac, bitrate: 64kbps } }
                  record: { use: file.movie, from: [video, audio], with: { path: "\(recording.path)" } }
                  segments: { use: fmp4.segment, from: [video, audio], with: { interval: 2s } }
                  playlists: { use: hls.playlist, from: segments, with: { type: vod } }
                  folder: { use: file.folder, from: playlists, with: { path: "\(scratch.file("out").path)" } }

                """
            let file = try scratch.write("record.yaml", text)
            _ = try await scratch.sluice("run", file.path).succeeded()
            #expect(FileManager.default.fileExists(atPath: scratch.file("out/index.m3u8").path))
            let streams = try await scratch.streams(of: recording)
            #expect(streams.map(\.codec_name).sorted() == ["aac", "h264"])
            for stream in streams {
                let duration = try #require(Double(stream.duration))
                #expect(abs(duration - 10) < 0.1)
            }
        }
    }
}

private struct Stream: Decodable {
    var codec_name: String
    var duration: String
}

extension Scratch {
    fileprivate func streams(of file: URL) async throws -> [Stream] {
        struct List: Decodable {
            var streams: [Stream]
        }
        let command = Command(
            program: "/usr/bin/ffprobe", arguments: ["-v", "quiet", "-show_streams", "-of", "json", file.path],
            folder: folder, limit: 60)
        let output = try await command.run().succeeded().output
        return try JSONDecoder().decode(List.self, from: Data(output.utf8)).streams
    }
}
