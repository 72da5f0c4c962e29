import Foundation
import Testing

/// Downloaded presentations play like their sources and violate no additional rules.
@Suite struct DownloadedPresentationTests {
    /// Downloads a playlist of the origin and validates both.
    private func download(
        _ name: String, of origin: LoggingOrigin, in scratch: Scratch
    ) async throws -> (folder: URL, source: ValidationDocument, result: ValidationDocument) {
        let folder = scratch.file("out")
        _ = try await scratch.sluice("download", "\(origin.base)/\(name)", folder.path).succeeded()
        let source = try await ValidationDocument(
            origin.folder.appending(path: name), profile: "rfc", in: scratch)
        let result = try await ValidationDocument(
            folder.appending(path: "index.m3u8"), profile: "rfc", in: scratch)
        return (folder, source, result)
    }

    @Test func iFramesOfATransportStreamKeepTheirTables() async throws {
        try await Scratch.use { scratch in
            let origin = try await LoggingOrigin(in: scratch)
            defer { origin.end() }
            // Every frame is an I-frame, and only the start contains the tables.
            let stream = try await made(
                "intra.ts",
                byFFmpeg: [
                    "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=5:duration=4", "-c:v", "libx264", "-g", "1",
                    "-pix_fmt", "yuv420p", "-pat_period", "1000", "-sdt_period", "1000", "-f", "mpegts",
                ])
            try FileManager.default.copyItem(at: stream, to: origin.folder.appending(path: "intra.ts"))
            let size = try Data(contentsOf: stream).count
            let packets = try await scratch.run(
                "ffprobe", ["-v", "error", "-show_entries", "packet=pos", "-of", "csv=p=0", stream.path]
            ).succeeded().output
            let places = packets.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
            try #require(places.count == 20 && places[0] >= 376 && places == places.sorted())
            var lines = ["#EXTM3U", "#EXT-X-VERSION:4", "#EXT-X-TARGETDURATION:1", "#EXT-X-PLAYLIST-TYPE:VOD"]
            lines.append("#EXT-X-I-FRAMES-ONLY")
            for (start, end) in zip(places, places.dropFirst() + [size]) {
                lines += ["#EXTINF:0.2,", "#EXT-X-BYTERANGE:\(end - start)@\(start)", "intra.ts"]
            }
            let text = (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
            try Data(text.utf8).write(to: origin.folder.appending(path: "frames.m3u8"))
            let (folder, source, result) = try await download("frames.m3u8", of: origin, in: scratch)
            #expect(Set(result.must).isSubset(of: source.must), "\(result.text)")
            let list = try PlaylistText(folder.appending(path: "index.m3u8"))
            let file = folder.appending(path: try #require(list.segments.first?.uri))
            #expect(list.segments.count == 20)
            #expect(try Data(contentsOf: file) == Data(contentsOf: stream))
        }
    }

    @Test func captionsTabsAndVariablesArePreserved() async throws {
        try await Scratch.use { scratch in
            let origin = try await LoggingOrigin(in: scratch)
            defer { origin.end() }
            let stream = try await made(
                "short.ts",
                byFFmpeg: [
                    "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=2", "-c:v", "libx264", "-pix_fmt",
                    "yuv420p", "-f", "mpegts",
                ])
            let media = origin.folder.appending(path: "media")
            try FileManager.default.createDirectory(at: media, withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: stream, to: origin.folder.appending(path: "a b.ts"))
            try FileManager.default.copyItem(at: stream, to: media.appending(path: "c.ts"))
            let list = """
                #EXTM3U
                #EXT-X-VERSION:8
                #EXT-X-DEFINE:IMPORT="folder"
                #EXT-X-TARGETDURATION:2
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXTINF:2,\t
                ../a%20b.ts
                #EXT-X-DISCONTINUITY
                #EXTINF:2,title\t
                ../{$folder}/c.ts?token=a%2Fb
                #EXT-X-DISCONTINUITY
                #EXT-X-GAP
                #EXTINF:2,
                nothing.ts
                #EXT-X-ENDLIST

                """
            try Data(list.utf8).write(to: media.appending(path: "list.m3u8"))
            let master = """
                #EXTM3U
                #EXT-X-VERSION:8
                #EXT-X-DEFINE:NAME="folder",VALUE="media"
                #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="English",LANGUAGE="en",INSTREAM-ID="CC1"
                #EXT-X-STREAM-INF:BANDWIDTH=9000000,CODECS="avc1.64000d",RESOLUTION=320x180,FRAME-RATE=25.000,CLOSED-CAPTIONS="cc"
                {$folder}/list.m3u8

                """
            try Data(master.utf8).write(to: origin.folder.appending(path: "master.m3u8"))
            let (folder, source, result) = try await download("master.m3u8", of: origin, in: scratch)
            #expect(source.must.contains("R1") && !result.must.contains("R1"), "\(result.text)")
            #expect(Set(result.must).isSubset(of: source.must), "\(result.text)")
            let text = try PlaylistText(folder.appending(path: "index.m3u8"))
            #expect(text.text.contains("GROUP-ID=\"cc\"") && text.text.contains("CLOSED-CAPTIONS=\"cc\""))
            let found = try contents(of: folder).filter { $0.key.hasSuffix(".ts") }.map(\.value)
            #expect(try found == [Data(contentsOf: stream), Data(contentsOf: stream)])
        }
    }
}
