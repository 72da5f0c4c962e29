import Foundation
import Testing

/// `hls.read` of transport streams in files: each segment continues the preceding one.
@Suite struct SegmentedTransportTests {
    private static let shape = TransportShape(description: "to be segmented")

    private func packaged(_ playlist: URL, in scratch: Scratch) async throws -> (Presentation, Outcome) {
        let output = scratch.file("out-\(UUID().uuidString)")
        let text = """
            stages:
              movie: { use: hls.read, with: { url: "\(playlist.path)" } }
              segments: { use: fmp4.segment, from: movie, with: { interval: 2s } }
              playlists: { use: hls.playlist, from: segments, with: { type: vod } }
              folder: { use: file.folder, from: playlists, with: { path: "\(output.path)" } }

            """
        let outcome = try await scratch.run(pipeline: text).succeeded()
        return (try Presentation(folder: output), outcome)
    }

    private func segment(_ input: URL, _ name: String, _ options: [String], in scratch: Scratch) async throws -> URL {
        let playlist = scratch.file("\(name).m3u8")
        _ = try await scratch.run(
            "ffmpeg",
            ["-v", "error", "-copyts", "-i", input.path, "-c", "copy"] + options
                + ["-f", "hls", "-hls_time", "1", "-hls_playlist_type", "vod", playlist.path]
        ).succeeded()
        return playlist
    }

    private func hashes(_ presentation: Presentation, _ type: String, in scratch: Scratch) async throws -> [String?] {
        try await presentation.rendition(type, in: scratch).packets(in: scratch).packets(type).map(\.data_hash)
    }

    @Test(arguments: [[], ["-hls_flags", "single_file"]])
    func segmentsAreReadAsTheFileTheyWereMadeOf(options: [String]) async throws {
        try await Scratch.use { scratch in
            let input = try await Self.shape.file()
            let (found, outcome) = try await packaged(
                try await segment(input, "list", options, in: scratch), in: scratch)
            #expect(!outcome.errors.contains("warning"), "\(outcome)")
            _ = try await scratch.sluice("segment", input.path, scratch.file("whole").path).succeeded()
            let whole = try Presentation(folder: scratch.file("whole"))
            for type in ["video", "audio"] {
                #expect(try await hashes(found, type, in: scratch) == hashes(whole, type, in: scratch), "\(type)")
            }
        }
    }

    @Test func discontinuitiesLeaveNoGap() async throws {
        try await Scratch.use { scratch in
            let input = try await Self.shape.file()
            let late = try await TransportShape(
                description: "an hour late", muxing: ["-output_ts_offset", "3600"]
            ).file()
            let first = try String(contentsOf: try await segment(input, "first", [], in: scratch), encoding: .utf8)
            let second = try String(contentsOf: try await segment(late, "second", [], in: scratch), encoding: .utf8)
            let entries = try #require(second.range(of: "#EXTINF"))
            let joined = try scratch.write(
                "joined.m3u8",
                first.replacingOccurrences(of: "#EXT-X-ENDLIST\n", with: "#EXT-X-DISCONTINUITY\n")
                    + second[entries.lowerBound...])
            let (found, outcome) = try await packaged(joined, in: scratch)
            #expect(!outcome.errors.contains("warning"), "\(outcome)")
            let video = try await found.rendition("video", in: scratch)
            #expect(try await video.packets(in: scratch).packets("video").count == 200)
            #expect(try abs(video.mediaSeconds() - 8) < 0.2)
        }
    }

    @Test func alternativeAudioKeepsItsLanguageAndItsTimes() async throws {
        try await Scratch.use { scratch in
            let input = try await Self.shape.file()
            _ = try await segment(input, "video", ["-map", "0:v"], in: scratch)
            _ = try await segment(input, "audio", ["-map", "0:a"], in: scratch)
            let index = try scratch.write(
                "index.m3u8",
                """
                #EXTM3U
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",DEFAULT=YES,AUTOSELECT=YES,URI="audio.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.42c00d,mp4a.40.2",AUDIO="a"
                video.m3u8

                """)
            let (found, _) = try await packaged(index, in: scratch)
            #expect(found.multivariant.attributes("EXT-X-MEDIA").map { $0["LANGUAGE"] } == ["de"])
            let video = try await found.rendition("video", in: scratch).packets(in: scratch)
            let audio = try await found.rendition("audio", in: scratch).packets(in: scratch)
            #expect(try video.packets("video").count == 100)
            #expect(try abs(video.start("video") - audio.start("audio")) < 0.2)
        }
    }
}
