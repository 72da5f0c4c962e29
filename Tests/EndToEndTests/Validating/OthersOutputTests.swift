import Foundation
import Testing

/// Presentations of third-party tools: known errors are found, without false positives.
@Suite struct OthersOutputTests {
    private static let size = ["-s:v", "320x180", "-c:v", "libx264", "-preset", "ultrafast", "-g", "60", "-c:a", "aac"]

    /// Writes HLS of a small movie by ffmpeg; returns the folder.
    private func ffmpeg(_ options: [String], in scratch: Scratch) async throws -> URL {
        let folder = scratch.file("ffmpeg")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let arguments =
            ["-v", "error", "-y", "-i", try await Movie.small.file().path] + Self.size
            + ["-f", "hls", "-hls_playlist_type", "vod", "-hls_time", "2", "-master_pl_name", "index.m3u8"] + options
        _ = try await scratch.run("ffmpeg", arguments + [folder.appending(path: "list.m3u8").path]).succeeded()
        return folder
    }

    /// Without a requested bit rate, ffmpeg 5 (Debian 12) declares the audio bit rate only; ffmpeg 7 measures the
    /// total.
    private func bandwidthFaults() async throws -> Set<String> { try await FFmpeg.version() < 7 ? ["R78"] : [] }

    @Test func ffmpegTransportStreamsViolateOnlyBandwidthRules() async throws {
        try await Scratch.use { scratch in
            let report = try await ValidationDocument(try await ffmpeg([], in: scratch), profile: "rfc", in: scratch)
            #expect(try await Set(report.must) == bandwidthFaults(), "\(report.text)")
        }
    }

    @Test func ffmpegFragmentsDeclareAHigherVersion() async throws {
        try await Scratch.use { scratch in
            let folder = try await ffmpeg(
                ["-hls_segment_type", "fmp4", "-hls_flags", "independent_segments"], in: scratch)
            let report = try await ValidationDocument(folder, profile: "rfc", in: scratch)
            #expect(try await Set(report.must) == bandwidthFaults(), "\(report.text)")
            #expect(Set(report.should).isSubset(of: ["R77", "R82"]) && report.should.contains("R77"), "\(report.text)")
        }
    }

    @Test func mediaPlaylistMarkedIFramesOnlyIsReported() async throws {
        try await Scratch.use { scratch in
            let folder = try await ffmpeg(["-hls_flags", "iframes_only"], in: scratch)
            let report = try await ValidationDocument(folder, profile: "rfc", in: scratch)
            #expect(try await Set(report.must) == bandwidthFaults().union(["R99"]), "\(report.text)")
        }
    }

    @Test(.enabled("Shaka Packager is available") { await ShakaPackager.isAvailable })
    func shakaPackagerPresentationsHaveNoErrors() async throws {
        try await Scratch.use { scratch in
            let movie = try await Movie.small.file().path
            let streams = [("video", "iframe_playlist_name=iframes.m3u8"), ("audio", "hls_name=English,language=en")]
                .map {
                    kind, rest in
                    "in=\(movie),stream=\(kind),init_segment=\(kind)/init.mp4,segment_template=\(kind)/$Number$.m4s,"
                        + "playlist_name=\(kind).m3u8,\(rest)"
                }
            let options = ["--segment_duration", "2", "--hls_playlist_type", "VOD", "--quiet"]
            _ = try await scratch.run(
                ShakaPackager.program().path, streams + options + ["--hls_master_playlist_output", "index.m3u8"]
            ).succeeded()
            let report = try await ValidationDocument(scratch.file("index.m3u8"), in: scratch)
            #expect(report.must == [] && report.unchecked == [], "\(report.text)")
            // Two-second segments, one bit rate, no loudness; no pixel aspect ratio and colour information, a high
            // version.
            #expect(Set(report.should).isSubset(of: ["R45", "R96", "R50j", "B15", "R77"]), "\(report.text)")
        }
    }

    @Test(.enabled("Shaka Packager is available") { await ShakaPackager.isAvailable }, arguments: ["2", "100"])
    func clearLeadHasNoErrors(seconds: String) async throws {
        try await Scratch.use { scratch in
            let movie = try await Movie.small.file().path
            let streams = ["video", "audio"].map { kind in
                "in=\(movie),stream=\(kind),init_segment=\(kind)/init.mp4,segment_template=\(kind)/$Number$.m4s,"
                    + "playlist_name=\(kind).m3u8,hls_name=English,language=en"
            }
            let encryption = [
                "--enable_raw_key_encryption", "--protection_scheme", "cbcs", "--clear_lead", seconds, "--keys",
                "label=:key_id=31323334353637383930313233343536:key=00112233445566778899aabbccddeeff",
                "--hls_key_uri", "skd://key",
            ]
            let options = ["--segment_duration", "2", "--hls_playlist_type", "VOD", "--quiet"] + encryption
            _ = try await scratch.run(
                ShakaPackager.program().path, streams + options + ["--hls_master_playlist_output", "index.m3u8"]
            ).succeeded()
            let report = try await ValidationDocument(scratch.file("index.m3u8"), profile: "rfc", in: scratch)
            #expect(report.must == [], "\(report.text)")
        }
    }

    @Test(.enabled("Shaka Packager is available") { await ShakaPackager.isAvailable })
    func shakaPackagerTransportStreamsHaveNoErrors() async throws {
        try await Scratch.use { scratch in
            let movie = try await Movie.small.file().path
            let streams = [
                "in=\(movie),stream=video,segment_template=video/$Number$.ts,playlist_name=video.m3u8,"
                    + "iframe_playlist_name=iframes.m3u8",
                "in=\(movie),stream=audio,segment_template=audio/$Number$.aac,playlist_name=audio.m3u8,"
                    + "hls_name=English,language=en",
            ]
            let options = ["--segment_duration", "2", "--hls_playlist_type", "VOD", "--quiet"]
            _ = try await scratch.run(
                ShakaPackager.program().path, streams + options + ["--hls_master_playlist_output", "index.m3u8"]
            ).succeeded()
            let report = try await ValidationDocument(
                scratch.file("index.m3u8"), options: ["--decode"], in: scratch)
            #expect(report.must == [] && report.unchecked == [], "\(report.text)")
            #expect(Set(report.should).isSubset(of: ["R45", "R96", "R77"]), "\(report.text)")
        }
    }

    @Test func gstreamerPlaylistsHaveNoErrors() async throws {
        try await Scratch.use { scratch in
            let list = scratch.file("list.m3u8")
            // The sink waits for both streams, however far apart they are.
            let queue = "queue max-size-buffers=0 max-size-bytes=0 max-size-time=0"
            let words = """
                filesrc location=\(try await Movie.small.file().path) ! qtdemux name=d
                d.video_0 ! \(queue) ! h264parse ! hlssink2 name=s target-duration=2 max-files=0 playlist-length=0
                playlist-location=\(list.path) location=\(scratch.file("segment%05d.ts").path)
                d.audio_0 ! \(queue) ! s.audio
                """.split(whereSeparator: \.isWhitespace).map(String.init)
            // The sink of GStreamer 1.22 sometimes hangs at the start; otherwise it takes half a second.
            var made = try await scratch.run("gst-launch-1.0", ["-q"] + words, limit: 15)
            for _ in 0..<3 where made.code != 0 {
                made = try await scratch.run("gst-launch-1.0", ["-q"] + words, limit: 15)
            }
            _ = try made.succeeded()
            let report = try await ValidationDocument(list, in: scratch)
            // The muxer does not write the program tables at the start of segments.
            #expect(report.must == [] && Set(report.should).isSubset(of: ["R45", "S2"]), "\(report.text)")
        }
    }

    @Test func gstreamerFragmentsWithoutBaseAreReported() async throws {
        try await Scratch.use { scratch in
            let movie = scratch.file("movie.mp4")
            let words = """
                videotestsrc num-buffers=120 ! video/x-raw,width=320,height=180,framerate=30/1,format=I420
                ! x264enc key-int-max=60 bframes=0 speed-preset=ultrafast ! h264parse
                ! mp4mux fragment-duration=2000 streamable=true ! filesink location=\(movie.path)
                """.split(whereSeparator: \.isWhitespace).map(String.init)
            _ = try await scratch.run("gst-launch-1.0", ["-q"] + words).succeeded()
            let list = try scratch.write("list.m3u8", try Self.playlist(of: Data(contentsOf: movie)))
            let report = try await ValidationDocument(list, in: scratch)
            #expect(Set(report.must) == ["B4"], "\(report.text)")
        }
    }

    /// Returns a playlist that lists each fragment of a movie as a segment of two seconds.
    private static func playlist(of movie: Data) throws -> String {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-TARGETDURATION:2", "#EXT-X-PLAYLIST-TYPE:VOD"]
        var (offset, start): (Int, Int?) = (0, nil)
        while offset + 8 <= movie.count {
            let size = movie[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let type = String(decoding: movie[offset + 4..<offset + 8], as: UTF8.self)
            guard size >= 8 else { throw Unable("no box at \(offset)") }
            offset += size
            if type == "moov" { lines.append("#EXT-X-MAP:URI=\"movie.mp4\",BYTERANGE=\"\(offset)@0\"") }
            if type == "moof" { start = offset - size }
            guard type == "mdat", let begin = start else { continue }
            lines += ["#EXTINF:2.000000,", "#EXT-X-BYTERANGE:\(offset - begin)@\(begin)", "movie.mp4"]
            start = nil
        }
        return (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
    }
}
