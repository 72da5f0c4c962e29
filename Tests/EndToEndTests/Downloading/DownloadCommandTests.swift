import Foundation
import Testing

/// The `sluice download` command.
@Suite struct DownloadCommandTests {
    private func site(_ scratch: Scratch) async throws -> LoggingOrigin {
        let origin = try await LoggingOrigin(in: scratch)
        let media = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nNAME.ts\n#EXT-X-ENDLIST\n"
        let names = ["sd", "hd", "stereo-en", "stereo-fr", "lossless-en", "subs-en"]
        for name in names {
            try Data(media.replacing("NAME", with: name).utf8).write(to: origin.folder.appending(path: "\(name).m3u8"))
            try Data("this is \(name)".utf8).write(to: origin.folder.appending(path: "\(name).ts"))
        }
        let master = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="stereo",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="stereo-en.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="stereo",NAME="French",LANGUAGE="fr",AUTOSELECT=YES,URI="stereo-fr.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="lossless",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="lossless-en.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",LANGUAGE="en",URI="subs-en.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=3000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,AUDIO="stereo",SUBTITLES="subs"
            sd.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=9000000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1920x1080,AUDIO="stereo",SUBTITLES="subs"
            hd.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=11000000,CODECS="avc1.640028,alac",RESOLUTION=1920x1080,AUDIO="lossless",SUBTITLES="subs"
            hd.m3u8

            """
        try Data(master.utf8).write(to: origin.folder.appending(path: "master.m3u8"))
        return origin
    }

    private func fetched(_ origin: LoggingOrigin) -> Set<String> {
        Set(origin.requests.keys.filter { $0.hasSuffix(".ts") }.map { String($0.dropFirst().dropLast(3)) })
    }

    @Test func optionsAfterAuxiliaryBelongToIt() async throws {
        try await Scratch.use { scratch in
            let origin = try await site(scratch)
            defer { origin.end() }
            let outcome = try await scratch.sluice(
                "download", "--prefer", "peakBitRate < 5000000", "--audio", "en,fr", "--subtitles", "en",
                "--auxiliary", "'alac' IN audioAttributes.formatIDs", "--audio", "en",
                "\(origin.base)/master.m3u8", scratch.file("out").path, "--json"
            ).succeeded()
            #expect(fetched(origin) == ["sd", "stereo-en", "stereo-fr", "lossless-en", "subs-en"])
            #expect(outcome.output.contains("\"files\" : 5"))
        }
    }

    @Test func downloadsAreListedWithTitleSizeAndState() async throws {
        try await Scratch.use { scratch in
            let origin = try await site(scratch)
            defer { origin.end() }
            let folder = scratch.file("movies/one").path
            let address = "\(origin.base)/master.m3u8"
            let preference = "peakBitRate < 5000000"
            _ = try await scratch.sluice(
                "download", address, folder, "-p", preference, "--title", "Der \u{1b}[31mFilm"
            ).succeeded()
            // A later run without a title keeps the stored one.
            _ = try await scratch.sluice("download", address, folder, "-p", preference).succeeded()
            let movies = scratch.file("movies").path
            let listed = try await scratch.sluice("download", "--list", movies).succeeded()
            #expect(listed.output == "\(folder): \"Der \u{fffd}[31mFilm\", 27 bytes, complete\n")
            let json = try await scratch.sluice("download", "--list", "--json", movies).succeeded()
            let list = try JSONDecoder().decode([String: [Entry]].self, from: Data(json.output.utf8))
            #expect(list == ["downloads": [Entry(title: "Der \u{1b}[31mFilm", bytes: 27, state: "complete")]])
            let missing = try await scratch.sluice("download", "--list", scratch.file("none").path)
            #expect(missing.code == 1 && missing.errors.contains("error: '"))
        }
    }

    private struct Entry: Decodable, Equatable {
        var title: String
        var bytes: Int
        var state: String
    }

    @Test func preferencesAreTriedInOrder() async throws {
        try await Scratch.use { scratch in
            let origin = try await site(scratch)
            defer { origin.end() }
            _ = try await scratch.sluice(
                "download", "\(origin.base)/master.m3u8", scratch.file("out").path, "-p", "peakBitRate < 1000",
                "-p", "peakBitRate < 10000000"
            ).succeeded()
            #expect(fetched(origin) == ["hd", "stereo-en"])
        }
    }

    @Test func dryRunPrintsThePlanAndFetchesNoMedia() async throws {
        try await Scratch.use { scratch in
            let origin = try await site(scratch)
            defer { origin.end() }
            let outcome = try await scratch.sluice("download", "\(origin.base)/master.m3u8", "--dry-run").succeeded()
            #expect(fetched(origin).isEmpty)
            #expect(outcome.output.contains("video/playlist.m3u8: 1 segments, 0:04.0, about 5.5 MB"))
        }
    }

    @Test func terminalShowsAProgressBarPerDownload() async throws {
        try await Scratch.use { scratch in
            let origin = try await LoggingOrigin(in: scratch, rate: 200_000)
            defer { origin.end() }
            let names = (0..<5).map { "\($0).ts" }
            let segments = names.map { "#EXTINF:4,\n\($0)\n" }.joined()
            try Data("#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(segments)#EXT-X-ENDLIST\n".utf8)
                .write(to: origin.folder.appending(path: "movie.m3u8"))
            for name in names { try Data(count: 100_000).write(to: origin.folder.appending(path: name)) }
            let line = [
                Sluice.tool.path, "download", "--connections", "1", "\(origin.base)/movie.m3u8",
                scratch.file("out").path,
            ]
            let outcome = try await scratch.run(
                "script", ["--quiet", "--return", "--command", line.joined(separator: " "), "/dev/null"]
            ).succeeded()
            let bars = outcome.output.matches(of: /movie.* \[(#*)(-*)\] (\d+) %, .* kB/).map(\.output)
            let shares = bars.compactMap { Int($0.3) }
            #expect(shares == shares.sorted() && Set(shares).count > 2, "\(outcome)")
            #expect(bars.allSatisfy { $0.1.count == Int($0.3)! * ($0.1.count + $0.2.count) / 100 }, "\(outcome)")
        }
    }

    @Test(arguments: [
        (["http://127.0.0.1:1/a.m3u8"], "no folder is specified for 'http://127.0.0.1:1/a.m3u8'"),
        (["movie.m3u8", "out"], "'movie.m3u8' is not an http:// or https:// URL"),
        (["http://a/b.m3u8", "out", "--connections", "0"], "--connections requires a number from 1 to 64, not '0'"),
        (["http://a/b.m3u8", "out", "--audio", "en,,fr"], "--audio requires languages such as en,fr, not ''"),
        (["http://a/b.m3u8", "out", "--prefer", "peakBitRate <"], "invalid predicate"),
    ])
    func commandLineErrorsAreReported(arguments: [String], message: String) async throws {
        try await Scratch.use { scratch in
            let outcome = try await scratch.command(["download"] + arguments).run()
            #expect(outcome.code == 64)
            #expect(outcome.errors.hasPrefix("sluice: error: \(message)"))
        }
    }

    @Test func unreachableServerIsAFailure() async throws {
        try await Scratch.use { scratch in
            let address = "http://127.0.0.1:1/a.m3u8"
            let outcome = try await scratch.command(
                ["download", "file:///etc/passwd", scratch.file("out").path]
            ).run()
            #expect(outcome.code == 64)
            let other = try await scratch.command(["download", address, "--dry-run", "--quiet"]).run()
            #expect(other.code == 1)
            #expect(other.errors.contains("'\(address)' cannot be fetched"))
        }
    }
}
