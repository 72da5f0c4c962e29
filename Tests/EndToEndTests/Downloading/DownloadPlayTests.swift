import Foundation
import Testing

/// Downloaded presentations have the same bytes, and third-party players play them to the end.
@Suite struct DownloadPlayTests {
    @Test(arguments: [Kind.vod, .cmaf, .singleFile, .muxed, .event, .audioOnly])
    func downloadedSluicePresentationPlays(kind: Kind) async throws {
        try await Scratch.use { scratch in
            let presentation = try await kind.presentation()
            let remote = presentation.multivariantURL
            let local = scratch.file("local")
            try await Origin.serve(remote.deletingLastPathComponent(), in: scratch) { address in
                _ = try await scratch.sluice("download", address + remote.lastPathComponent, local.path).succeeded()
            }
            let index = local.appending(path: "index.m3u8")
            for player in Player.allCases {
                let one = try await player.play(remote, in: scratch)
                let other = try await player.play(index, in: scratch)
                #expect(one.frames == other.frames || player == .gstreamer)
                #expect(Self.isNear(one.videoSeconds, other.videoSeconds, player.tolerance))
                #expect(Self.isNear(one.audioSeconds, other.audioSeconds, player.tolerance))
            }
            try checkBytes(local, of: remote.deletingLastPathComponent())
        }
    }

    @Test(.enabled(if: Browser.isAvailable, "Chromium is not installed"), arguments: ["vod", "single-file", "ts"])
    func browserPlaysTheDownloadToItsEnd(form: String) async throws {
        try await Scratch.use { scratch in
            let local = scratch.file("local")
            let remote: URL
            if let kind = Kind(rawValue: form) {
                remote = try await kind.presentation().multivariantURL
            } else {
                remote = try await segmented(form, in: scratch).appending(path: "index.m3u8")
            }
            try await Origin.serve(remote.deletingLastPathComponent(), in: scratch) { address in
                _ = try await scratch.sluice("download", address + remote.lastPathComponent, local.path).succeeded()
            }
            let page = try await Browser.play(local.appending(path: "index.m3u8"), in: scratch)
            #expect(page.what == "ended" && page.width == 320)
            #expect(abs(page.seconds - 10) < 0.2, "\(page.seconds) s of 10 s were played")
        }
    }

    @Test(arguments: ["ts", "aes", "fmp4", "ranges"])
    func downloadedFFmpegPresentationPlays(form: String) async throws {
        try await Scratch.use { scratch in
            let remote = try await segmented(form, in: scratch)
            let local = scratch.file("local")
            try await Origin.serve(remote, in: scratch) { address in
                _ = try await scratch.sluice("download", address + "index.m3u8", local.path).succeeded()
            }
            // ffmpeg reads keys with their usual extension from files only with `-allowed_extensions ALL`.
            let hashes = try await [remote, local].asyncMap { folder in
                try await scratch.run(
                    "ffmpeg",
                    ["-v", "error"] + (folder == remote ? ["-allowed_extensions", "ALL"] : [])
                        + ["-i", folder.appending(path: "index.m3u8").path]
                        + ["-map", "0", "-c", "copy", "-f", "streamhash", "-"]
                ).succeeded()
            }
            #expect(hashes[0].output == hashes[1].output && !hashes[0].output.isEmpty)
            #expect(hashes.allSatisfy { $0.errors.isEmpty })
            try checkBytes(local, of: remote)
        }
    }

    @Test(arguments: [("fmp4", "m4v"), ("fmp4", "cmfv"), ("fmp4", "bin"), ("ts", "bin"), ("ts", "mp4"), ("ts", "m4s")])
    func downloadWithGapsAndOddExtensionsPlaysByDefault(form: String, suffix: String) async throws {
        try await Scratch.use { scratch in
            let remote = try await segmented(form, in: scratch)
            let index = remote.appending(path: "index.m3u8")
            let original = form == "ts" ? "ts" : "m4s"
            for name in try FileManager.default.contentsOfDirectory(atPath: remote.path)
            where name.hasSuffix("." + original) {
                let renamed = name.dropLast(original.count) + suffix
                try FileManager.default.moveItem(
                    at: remote.appending(path: name), to: remote.appending(path: "new-" + renamed))
            }
            let text = try String(contentsOf: index, encoding: .utf8).replacing("index", with: "new-index")
                .replacing("." + original, with: "." + suffix)
                .replacing("#EXT-X-ENDLIST", with: "#EXT-X-GAP\n#EXTINF:2,\nlost.\(suffix)\n#EXT-X-ENDLIST")
            try Data(text.utf8).write(to: index)
            let local = scratch.file("local")
            try await Origin.serve(remote, in: scratch) { address in
                _ = try await scratch.sluice("download", address + "index.m3u8", local.path).succeeded()
            }
            let names = try String(contentsOf: local.appending(path: "index.m3u8"), encoding: .utf8)
            #expect(names.contains("gap-"), "\(names)")
            func packets(_ file: URL) async throws -> String {
                try await scratch.run(
                    "ffprobe",
                    [
                        "-v", "error", "-count_packets", "-select_streams", "v", "-show_entries",
                        "stream=nb_read_packets",
                    ]
                        + ["-of", "csv=p=0", file.path]
                ).succeeded().output.split(separator: "\n").first.map(String.init) ?? ""
            }
            #expect(try await packets(local.appending(path: "index.m3u8")) == packets(try await Movie.small.file()))
        }
    }

    /// Expects that every media file is identical to a file on the server.
    private func checkBytes(_ local: URL, of remote: URL) throws {
        let there = Set(try contents(of: remote).values)
        for (name, data) in try contents(of: local) where !name.hasSuffix(".m3u8") {
            #expect(there.contains(data), "\(name) differs from every file of the server")
        }
    }

    private func segmented(_ form: String, in scratch: Scratch) async throws -> URL {
        let folder = scratch.file("remote")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var options: [String] = []
        switch form {
        case "aes":
            try Data((0..<16).map { UInt8($0) }).write(to: folder.appending(path: "a.key"))
            let info = try scratch.write("info", "a.key\n\(folder.appending(path: "a.key").path)\n")
            options = ["-hls_key_info_file", info.path]
        case "fmp4": options = ["-hls_segment_type", "fmp4"]
        case "ranges": options = ["-hls_segment_type", "fmp4", "-hls_flags", "single_file"]
        default: break
        }
        let movie = try await Movie.small.file()
        _ = try await scratch.run(
            "ffmpeg",
            ["-v", "error", "-i", movie.path, "-c", "copy", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod"]
                + options + [folder.appending(path: "index.m3u8").path]
        ).succeeded()
        return folder
    }

    private static func isNear(_ one: Double?, _ other: Double?, _ tolerance: Double) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return abs(one - other) < tolerance
    }
}

extension Array {
    fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async throws -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
