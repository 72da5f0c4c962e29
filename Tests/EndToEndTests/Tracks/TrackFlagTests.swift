import Foundation
import Testing

/// The flags and languages of tracks reach the attributes of renditions, copied and encoded.
@Suite struct TrackFlagTests {
    /// H.264, AAC in English and in German by default, forced subtitles in Chinese (ISO 639-2/B) and others for the deaf.
    private static func movie(_ container: String) async throws -> URL {
        let subtitles = try await Subtitles.english().path
        return try await made(
            "flags.\(container)",
            byFFmpeg: [
                "-i", try await Movie.small.file().path, "-i", subtitles, "-map", "0:v", "-map", "0:a", "-map", "0:a",
                "-map", "1", "-map", "1", "-c", "copy", "-c:s", container == "mp4" ? "mov_text" : "srt",
                "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=ger", "-disposition:a:0", "0",
                "-disposition:a:1", "default", "-metadata:s:s:0", "language=chi", "-metadata:s:s:1", "language=eng",
                "-disposition:s:0", "forced", "-disposition:s:1", "hearing_impaired",
            ])
    }

    private func renditions(_ presentation: Presentation) throws -> [String: [String: String]] {
        let text = try String(contentsOf: presentation.multivariantURL, encoding: .utf8)
        var found: [String: [String: String]] = [:]
        for line in text.split(separator: "\n") where line.hasPrefix("#EXT-X-MEDIA:") {
            var attributes: [String: String] = [:]
            for match in line.matches(of: /([A-Z-]+)=("[^"]*"|[^,]*)/) {
                attributes[String(match.1)] = String(match.2).replacing("\"", with: "")
            }
            found["\(attributes["TYPE"] ?? "") \(attributes["LANGUAGE"] ?? "")"] = attributes
        }
        return found
    }

    @Test(arguments: ["mkv", "mp4"], [[], ["--encode"]])
    func flagsAndLanguagesArePublished(container: String, options: [String]) async throws {
        try await Scratch.use { scratch in
            let output = scratch.file("out")
            let movie = try await Self.movie(container)
            let outcome = try await scratch.command(["segment", movie.path, output.path] + options).run().succeeded()
            #expect(!outcome.errorLines.contains { $0.contains("left out") }, "\(outcome)")
            let found = try renditions(Presentation(folder: output))
            #expect(
                found.keys.sorted() == ["AUDIO de", "AUDIO en", "SUBTITLES en", "SUBTITLES zh"], "\(found)")
            #expect(found["AUDIO de"]?["DEFAULT"] == "YES" && found["AUDIO en"]?["DEFAULT"] == "NO")
            #expect(found["SUBTITLES zh"]?["FORCED"] == "YES" && found["SUBTITLES en"]?["FORCED"] == nil)
            let characteristics = found["SUBTITLES en"]?["CHARACTERISTICS"] ?? ""
            #expect(characteristics.contains("transcribes-spoken-dialog"), "\(found)")
        }
    }

    /// Cues of encoded presentations have the times of those that are copied.
    @Test(arguments: ["mkv", "mp4"]) func subtitlesAndChaptersOfEncodedMoviesRemain(container: String) async throws {
        try await Scratch.use { scratch in
            let movie = try await Self.movie(container)
            var cues: [Set<Subtitles.Cue>] = []
            for options in [[], ["--encode"]] as [[String]] {
                let output = scratch.file("out\(cues.count)")
                _ = try await scratch.command(["segment", movie.path, output.path] + options).run().succeeded()
                let files = try FileManager.default.subpathsOfDirectory(atPath: output.path)
                let texts = try files.filter { $0.hasPrefix("text/") && $0.hasSuffix(".vtt") }.map {
                    try String(contentsOf: output.appending(path: $0), encoding: .utf8)
                }
                cues.append(Set(texts.flatMap(Subtitles.cues)))
            }
            #expect(!cues[0].isEmpty && cues[0] == cues[1], "\(cues)")
        }
    }

    @Test func subtitlesAndFlagsOfPresentationsAreRead() async throws {
        try await Scratch.use { scratch in
            let source = try await scratch.segment(try await Self.movie("mkv"), into: "in")
            let pipeline = try scratch.write(
                "again.yaml",
                """
                pipeline: again
                stages:
                  in: { use: hls.read, with: { url: in/index.m3u8, audio: "*" } }
                  segments: { use: fmp4.segment, from: in }
                  list: { use: hls.playlist, from: segments, with: { type: vod } }
                  out: { use: file.folder, from: list, with: { path: out } }

                """)
            _ = try await scratch.sluice("run", pipeline.path).succeeded()
            let again = try Presentation(folder: scratch.file("out"))
            #expect(try renditions(again).keys == renditions(source).keys)
            for (key, attributes) in try renditions(again) {
                let before = try renditions(source)[key] ?? [:]
                for name in ["DEFAULT", "FORCED", "CHARACTERISTICS"] {
                    #expect(attributes[name] == before[name], "\(key) \(name)")
                }
            }
            func cues(_ folder: String) throws -> Set<Subtitles.Cue> {
                let files = try FileManager.default.subpathsOfDirectory(atPath: scratch.file(folder).path)
                return Set(
                    try files.filter { $0.hasPrefix("text/") && $0.hasSuffix(".vtt") }.flatMap {
                        Subtitles.cues(try String(contentsOf: scratch.file("\(folder)/\($0)"), encoding: .utf8))
                    })
            }
            #expect(try !cues("in").isEmpty && cues("in") == cues("out"))
        }
    }

    /// Each purpose of a track reaches the attributes of its rendition, and the role of its adaptation set.
    @Test(arguments: ["mkv", "mp4"]) func purposesOfTracksArePublished(container: String) async throws {
        let purposes =
            ["default", "comment", "visual_impaired", "hearing_impaired"] + (container == "mp4" ? ["dub"] : [])
        let texts = ["forced", "hearing_impaired", "comment"]
        let subtitles = try await Subtitles.english().path
        var arguments = ["-i", try await Movie.small.file().path, "-i", subtitles, "-map", "0:v"]
        for _ in purposes { arguments += ["-map", "0:a"] }
        for _ in texts { arguments += ["-map", "1"] }
        arguments += ["-c", "copy", "-c:s", container == "mp4" ? "mov_text" : "srt"]
        for (kind, flags) in [("a", purposes), ("s", texts)] {
            for (index, flag) in flags.enumerated() {
                arguments += ["-metadata:s:\(kind):\(index)", "language=eng", "-disposition:\(kind):\(index)", flag]
            }
        }
        let movie = try await made("purposes.\(container)", byFFmpeg: arguments)
        try await Scratch.use { scratch in
            let folder = scratch.file("movies")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.linkItem(at: movie, to: folder.appending(path: "a.\(container)"))
            let port = freePort()
            let program = try scratch.command(["serve", "movies", "--listen", "127.0.0.1:\(port)"]).start()
            defer { program.end() }
            try await program.expect("serving movies at")
            func lines(_ name: String, _ mark: String) async throws -> [String] {
                try await scratch.run("curl", ["-sf", "http://127.0.0.1:\(port)/a.\(container)/\(name)"]).succeeded()
                    .output.split(separator: "\n").map(String.init).filter { $0.contains(mark) }
            }
            let audio = try await lines("index.m3u8", "TYPE=AUDIO")
            let marks = [
                "DEFAULT=YES,AUTOSELECT=YES",
                "AUTOSELECT=NO,CHANNELS=\"1\",CHARACTERISTICS=\"public.auxiliary-content\"",
                "public.accessibility.describes-video", "public.accessibility.enhances-speech-intelligibility",
                "public.translation.dubbed",
            ]
            #expect(audio.count == purposes.count && zip(audio, marks).allSatisfy { $0.contains($1) }, "\(audio)")
            let names = audio.compactMap { $0.firstMatch(of: /NAME="([^"]+)"/).map { String($0.1) } }
            #expect(Set(names).count == names.count)
            let text = try await lines("index.m3u8", "TYPE=SUBTITLES")
            let textMarks = ["FORCED=YES", "transcribes-spoken-dialog", "public.auxiliary-content"]
            #expect(text.count == texts.count && zip(text, textMarks).allSatisfy { $0.contains($1) }, "\(text)")
            let roles = try await lines("index.mpd", "<Role").compactMap { $0.firstMatch(of: /value="([^"]+)"/)?.1 }
            var expected = ["main", "main", "commentary", "description", "enhanced-audio-intelligibility"]
            if container == "mp4" { expected += ["alternate", "dub"] }
            #expect(roles.map(String.init) == expected, "\(roles)")
        }
    }

    /// The movie with a picture of 320×180 and bars of the same size.
    private func cameras(_ container: String) async throws -> URL {
        try await made(
            "cameras.\(container)",
            byFFmpeg: [
                "-i", try await Movie.small.file().path, "-f", "lavfi", "-i",
                "smptebars=size=320x180:rate=30:duration=10",
                "-map", "0", "-map", "1:v", "-c:v:0", "copy", "-c:a", "copy", "-c:v:1", "libx264", "-preset",
                "ultrafast", "-g", "30", "-pix_fmt", "yuv420p",
            ])
    }

    /// The members of the VIDEO group, the variants and a check of both by ffprobe.
    private func expectAngles(_ index: URL, _ scratch: Scratch) async throws {
        let list = try String(contentsOf: index, encoding: .utf8)
        let members = list.split(separator: "\n").filter { $0.hasPrefix("#EXT-X-MEDIA:TYPE=VIDEO,") }
        #expect(members.count == 2 && members.allSatisfy { $0.contains("GROUP-ID=\"angles\"") }, "\(list)")
        #expect(members.count { $0.contains("DEFAULT=YES") } == 1 && members.count { $0.contains("URI=") } == 1)
        #expect(Set(members.compactMap { $0.firstMatch(of: /NAME="([^"]+)"/)?.1 }).count == 2, "\(list)")
        let variants = list.split(separator: "\n").filter { $0.hasPrefix("#EXT-X-STREAM-INF") }
        #expect(variants.count == 1 && variants.allSatisfy { $0.contains("VIDEO=\"angles\"") }, "\(list)")
        let probe = try await scratch.run(
            "ffprobe",
            ["-v", "error", "-count_packets", "-select_streams", "v", "-show_entries"]
                + ["stream=index,nb_read_packets:program=", "-of", "csv=p=0", index.path]
        ).succeeded()
        let packets = Set(probe.output.split(separator: "\n").filter { $0.contains(",") })
        #expect(packets.count == 2 && packets.allSatisfy { $0.hasSuffix(",300") }, "\(probe.output)")
    }

    @Test(arguments: ["mp4", "mkv", "ts"]) func camerasAreAGroupByOption(container: String) async throws {
        try await Scratch.use { scratch in
            let movie = try await cameras(container)
            let output = scratch.file("out")
            let outcome = try await scratch.sluice("segment", movie.path, output.path, "--video-group").succeeded()
            #expect(!outcome.errors.contains("not another size"), "\(outcome)")
            try await expectAngles(Presentation(folder: output).multivariantURL, scratch)
            let check = try await scratch.sluice("validate", output.appending(path: "index.m3u8").path)
            #expect(!check.output.contains("error"), "\(check)")
        }
    }

    @Test(arguments: ["mp4", "mkv"]) func servedCamerasAreAGroupAndAdaptationSets(container: String) async throws {
        try await Scratch.use { scratch in
            let folder = scratch.file("movies")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.linkItem(
                at: try await cameras(container), to: folder.appending(path: "a.\(container)"))
            let port = freePort()
            let program = try scratch.command(
                ["serve", "movies", "--listen", "127.0.0.1:\(port)", "--tracks", "all,angles"]
            ).start()
            defer { program.end() }
            try await program.expect("serving movies at")
            func text(_ name: String) async throws -> String {
                try await scratch.run("curl", ["-sf", "http://127.0.0.1:\(port)/a.\(container)/\(name)"]).succeeded()
                    .output
            }
            let list = try await text("index.m3u8")
            #expect(list.matches(of: /#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="angles"/).count == 2, "\(list)")
            #expect(list.matches(of: /#EXT-X-STREAM-INF.*VIDEO="angles"/).count == 1, "\(list)")
            let description = try await text("index.mpd")
            #expect(description.matches(of: /<AdaptationSet [^>]*contentType="video"/).count == 2, "\(description)")
            let viewpoints = description.matches(
                of: /<Viewpoint schemeIdUri="urn:mpeg:dash:viewpoint:2011" value="([^"]+)"/)
            #expect(Set(viewpoints.map(\.1)).count == 2, "\(description)")
            #expect(description.contains(#"value="alternate""#), "\(description)")
            let probe = try await scratch.run(
                "ffprobe",
                ["-v", "error", "-select_streams", "v", "-show_entries", "stream=width", "-of", "csv=p=0"]
                    + ["http://127.0.0.1:\(port)/a.\(container)/index.mpd"]
            ).succeeded()
            #expect(probe.output.split(separator: "\n").count { $0.hasPrefix("320") } >= 2, "\(probe)")
        }
    }

    /// Players would switch between two cameras as between sizes of one picture.
    @Test(arguments: ["mp4", "mkv", "ts"]) func secondCameraIsNoVariant(container: String) async throws {
        try await Scratch.use { scratch in
            let movie = try await cameras(container)
            let output = scratch.file("out")
            let outcome = try await scratch.sluice("segment", movie.path, output.path).succeeded()
            #expect(
                outcome.errorLines.contains {
                    $0.contains("not another size of the picture") && $0.contains("--tracks")
                },
                "\(outcome)")
            let list = try String(contentsOf: Presentation(folder: output).multivariantURL, encoding: .utf8)
            #expect(list.matches(of: /#EXT-X-STREAM-INF/).count == 1, "\(list)")
            let remedy = try #require(outcome.errors.firstMatch(of: /--tracks (\d+),audio/))
            let other = scratch.file("other")
            _ = try await scratch.sluice("segment", movie.path, other.path, "--tracks", "\(remedy.1),audio").succeeded()
        }
    }
}
