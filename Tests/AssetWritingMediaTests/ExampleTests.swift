import AssetWriting
import Foundation
import OutsidePrograms
import Testing

/// The talk's program, built with the library only and run like by a user.
@Suite struct ExampleTests {
    /// The talk's demonstration: 30 seconds at 30 frames per second become five segments of six seconds.
    @Test func thirtySecondsBecomeFiveSegmentsOfSixSeconds() throws {
        let folder = try TestFolder()
        let movie = try AssetTestMovies.make(folder, seconds: 30)
        try run(movie.path, folder.path("out"))
        let lines = try text(folder, "index.m3u8").split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("#EXTINF") } == Array(repeating: "#EXTINF:6.00000,", count: 5))
        #expect(lines.contains("#EXT-X-TARGETDURATION:6") && lines.last == "#EXT-X-ENDLIST")
        for name in ["init.mp4"] + (1...5).map({ "segment\($0).m4s" }) {
            #expect(FileManager.default.fileExists(atPath: folder.path("out/\(name)")))
        }
        try judge(folder, pictures: 900, seconds: 30)
        let starts = try AssetTestMovies.probe(
            folder.path("out/index.m3u8"), "-show_entries", "stream=codec_name,start_time")
        #expect(Set(starts) == ["h264,10.000000", "aac,10.000000"])
    }

    @Test func aSingleFileIsAddressedByByteRanges() throws {
        let folder = try TestFolder()
        let movie = try AssetTestMovies.make(folder, seconds: 13)
        try run(movie.path, folder.path("out"), "--single-file")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
        #expect(names == ["iframes.m3u8", "index.m3u8", "media.mp4"])
        let size = try Data(contentsOf: folder.url("out/media.mp4")).count
        let ranges = try ranges(in: text(folder, "index.m3u8"))
        #expect(ranges.count == 4 && ranges.first?.lowerBound == 0 && ranges.last?.upperBound == size)
        for (range, next) in zip(ranges, ranges.dropFirst()) { #expect(range.upperBound == next.lowerBound) }
        try judge(folder, pictures: 390, seconds: 13)
    }

    /// Each entry of an I-frame playlist decodes to one frame on its own.
    @Test(arguments: [false, true]) func everyEntryOfTheIFramePlaylistIsAPicture(isSingleFile: Bool) throws {
        let folder = try TestFolder()
        let movie = try AssetTestMovies.make(folder, seconds: 13)
        try run([movie.path, folder.path("out")] + (isSingleFile ? ["--single-file"] : []))
        let playlist = try text(folder, "iframes.m3u8")
        #expect(playlist.contains("#EXT-X-I-FRAMES-ONLY"))
        let entries = playlist.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
        let all = try ranges(in: playlist)
        let pictures = isSingleFile ? Array(all.dropFirst()) : all
        #expect(entries.count == 3 && pictures.count == 3)
        let initialization =
            isSingleFile
            ? try Data(contentsOf: folder.url("out/media.mp4"))[all[0]]
            : try Data(contentsOf: folder.url("out/init.mp4"))
        for (name, range) in zip(entries, pictures) {
            let picture = try Data(contentsOf: folder.url("out/\(name)"))[range]
            try (initialization + picture).write(to: folder.url("picture.mp4"))
            let frames = try AssetTestMovies.probe(
                folder.path("picture.mp4"), "-select_streams", "v", "-show_entries", "frame=pict_type")
            #expect(frames.contains("I") && !frames.contains("P"))
        }
    }

    @Test(arguments: ["video", "audio"]) func passthroughTrackKeepsPackets(type: String) throws {
        let folder = try TestFolder()
        let movie = try AssetTestMovies.make(folder, seconds: 13)
        try run(movie.path, folder.path("out"), "--passthrough", type)
        let selection = String(type.prefix(1))
        let hashes = { (path: String) in
            try AssetTestMovies.probe(
                path, "-select_streams", selection, "-show_data_hash", "md5", "-show_entries", "packet=data_hash"
            )
            .filter { $0.hasPrefix("MD5") }
        }
        let packets = try hashes(movie.path)
        #expect(packets.count > 300)
        #expect(try hashes(folder.path("out/index.m3u8")) == packets)
        #expect(try command("ffmpeg", "-v", "warning", "-i", folder.path("out/index.m3u8"), "-f", "null", "-") == "")
        let durations = try text(folder, "index.m3u8").split(separator: "\n").filter { $0.hasPrefix("#EXTINF") }
        // Sync samples every two seconds: the segments have exactly the interval.
        if type == "video" { #expect(durations == ["#EXTINF:6.00000,", "#EXTINF:6.00000,", "#EXTINF:1.00000,"]) }
    }

    /// The edit list of audio removes the priming; the encoded video frames are not reordered.
    @Test(arguments: ["video", "audio"]) func cmafProfileWritesOneTrack(type: String) throws {
        let folder = try TestFolder()
        let movie = try AssetTestMovies.make(folder, seconds: 7)
        try run(movie.path, folder.path("out"), "--cmaf", "--encode", type)
        let header = try Data(contentsOf: folder.url("out/init.mp4"))
        #expect(header.range(of: Data("cmfc".utf8)) != nil)
        if type == "audio" { #expect(header.range(of: Data("elst".utf8)) != nil) }
        try judge(folder, pictures: type == "video" ? 210 : nil, seconds: type == "audio" ? 7 : nil)
    }

    @Test func cmafRejectsTwoTracks() throws {
        let folder = try TestFolder()
        let movie = try AssetTestMovies.make(folder, seconds: 1)
        #expect {
            try run(movie.path, folder.path("out"), "--cmaf")
        } throws: { error in
            guard let failure = error as? CommandFailure else { return false }
            return failure.output.hasPrefix("error: profile mpeg4CMAFCompliant allows one input")
        }
    }

    @Test func whatCannotBeReadIsSaidInOneLine() throws {
        let folder = try TestFolder()
        #expect {
            try run(folder.path("none.mp4"), folder.path("out"))
        } throws: { error in
            guard let failure = error as? CommandFailure else { return false }
            return failure.output.hasPrefix("error: '") && failure.output.split(separator: "\n").count == 1
        }
    }

    /// The tests link the program themselves, so this resolves its package: a missing product is an error.
    @Test func thePackageDependsOnAProductOfTheLibrary() throws {
        let folder = try TestFolder()
        let graph = try command(
            "swift", "package", "--package-path", ExampleProgram.package.path, "--scratch-path", folder.path("build"),
            "show-dependencies", "--format", "json")
        #expect(graph.contains("\"name\": \"Sluice\""))
    }

    private func run(_ arguments: String...) throws { try run(arguments) }

    private func run(_ arguments: [String]) throws {
        try command(ExampleProgram.path.get(), arguments)
    }

    private func text(_ folder: TestFolder, _ name: String) throws -> String {
        try String(contentsOf: folder.url("out/\(name)"), encoding: .utf8)
    }

    /// Returns the byte ranges listed in a playlist, that of its map first.
    private func ranges(in playlist: String) throws -> [Range<Int>] {
        try playlist.split(separator: "\n").compactMap { line in
            guard line.contains("BYTERANGE"), let match = try /(\d+)@(\d+)/.firstMatch(in: line) else { return nil }
            let (length, start) = (Int(match.1) ?? 0, Int(match.2) ?? 0)
            return start..<start + length
        }
    }

    /// Expects that ffmpeg decodes all video frames and all audio, if present, without messages.
    private func judge(_ folder: TestFolder, pictures: Int?, seconds: Double?) throws {
        let path = folder.path("out/index.m3u8")
        #expect(try command("ffmpeg", "-v", "warning", "-i", path, "-f", "null", "-") == "")
        let frames = try AssetTestMovies.probe(
            path, "-select_streams", "v:0", "-count_frames", "-show_entries", "stream=nb_read_frames")
        if let pictures { #expect(frames.contains("\(pictures)")) }
        guard let seconds else { return }
        try command(
            "ffmpeg", "-v", "error", "-y", "-i", path, "-map", "0:a", "-f", "s16le", "-ac", "1", folder.path("sound"))
        let length = Double(try Data(contentsOf: folder.url("sound")).count) / 2 / 44_100
        #expect(abs(length - seconds) < 0.05)
    }
}
