import Foundation
import Testing

/// Subtitles from files and from movies, verified by third-party readers.
@Suite struct SubtitleTests {
    private func presentation(_ settings: String...) async throws -> Presentation {
        var movie = Movie.small
        movie.description = "a film with subtitles"
        let (english, french) = (try await Subtitles.english().path, try await Subtitles.french().path)
        return try await piped(
            "vod-subtitles", try await movie.file(),
            ["english=\(english)", "french=\(french)", "captions=\(french)", "interval=2s"] + settings)
    }

    private func expectEqual(_ found: [Subtitles.Cue], _ cues: [Subtitles.Cue], offset: Double = 0) {
        #expect(found.map(\.text) == cues.map(\.text))
        for (one, other) in zip(found, cues) {
            #expect(
                abs(one.start - offset - other.start) < 0.002 && abs(one.end - offset - other.end) < 0.002, "\(one)")
        }
    }

    @Test func ffmpegReadsTheCuesOfTheSourceAtTheirTimes() async throws {
        try await Scratch.use { scratch in
            let url = try await presentation().multivariantURL
            // This ffmpeg reads text tracks only with `-strict experimental`, and with the timestamps of the file.
            let arguments = ["-v", "warning", "-strict", "experimental", "-copyts", "-i", url.path]
            let outcome = try await scratch.run(
                "ffmpeg", arguments + ["-map", "0:s:0", "-c", "copy", "-f", "webvtt", "-"]
            ).succeeded()
            expectEqual(Subtitles.cues(outcome.output), Subtitles.cues, offset: 10)
        }
    }

    @Test func picturesAndSoundDecodeWithoutAWarning() async throws {
        try await Scratch.use { scratch in
            let url = try await presentation().multivariantURL
            let arguments = ["-v", "warning", "-strict", "experimental", "-i", url.path]
            let outcome = try await scratch.run(
                "ffmpeg", arguments + ["-map", "0:v", "-map", "0:a", "-f", "null", "-"]
            ).succeeded()
            // It reports cues that are repeated in every segment they overlap.
            #expect(outcome.errorLines.allSatisfy { $0.contains("duplicated subtitle events") }, "\(outcome)")
        }
    }

    @Test func segmentsAreWholeFilesBesideThePictures() async throws {
        let presentation = try await presentation()
        let renditions = presentation.renditions.filter { $0.name.hasPrefix("text") }
        let video = try #require(presentation.renditions.first { $0.name.hasPrefix("video") })
        #expect(renditions.count == 3)
        for rendition in renditions {
            // A loss inside an interval divides the video segment; the text continues through it.
            let (ends, others) = (rendition.playlist.segmentEnds, video.playlist.segmentEnds)
            #expect(ends.allSatisfy { end in others.contains { abs($0 - end) < 0.002 } }, "\(ends) \(others)")
            #expect(ends.last.map { end in others.last.map { abs($0 - end) < 0.002 } ?? false } ?? false)
            #expect(rendition.playlist.targetDuration == video.playlist.targetDuration)
            #expect(rendition.playlist.isWhole && !rendition.playlist.has("EXT-X-MAP"))
            var found: Set<Subtitles.Cue> = []
            for index in rendition.playlist.segments.indices {
                let text = String(decoding: try rendition.bytes(index), as: UTF8.self)
                #expect(text.hasPrefix("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:10.000\n\n"))
                let range = 10 + 2 * Double(index)..<12 + 2 * Double(index)
                for cue in Subtitles.cues(text) {
                    #expect(cue.start < range.upperBound && cue.end > range.lowerBound, "\(cue) in \(range)")
                    found.insert(cue)
                }
            }
            #expect(found.count == Subtitles.cues.count)
        }
    }

    @Test func theMultivariantPlaylistOffersThem() async throws {
        let multivariant = try await presentation().multivariant
        let media = multivariant.attributes("EXT-X-MEDIA").filter { $0["TYPE"] == "SUBTITLES" }
        #expect(media.map { $0["NAME"] } == ["English", "Français", "English (SDH)"])
        #expect(media.map { $0["LANGUAGE"] } == ["en", "fr", "en"])
        #expect(media.map { $0["DEFAULT"] } == ["YES", "NO", "NO"])
        #expect(
            media[2]["CHARACTERISTICS"]
                == "public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound")
        #expect(multivariant.variants.allSatisfy { $0.attributes["SUBTITLES"] == media[0]["GROUP-ID"] })
        #expect(multivariant.variants.allSatisfy { $0.attributes["CLOSED-CAPTIONS"] == "NONE" })
    }

    @Test(arguments: profiles) func gstreamerReadsTextInFragments(profile: String) async throws {
        try await Scratch.use { scratch in
            let presentation = try await presentation("profile=\(profile)", "text=wvtt")
            let rendition = try #require(presentation.renditions.first { $0.name.hasPrefix("text-fr-") })
            let file = try rendition.joined(in: scratch)
            let outcome = try await scratch.run(
                "gst-launch-1.0",
                ["-q", "filesrc", "location=\(file.path)"]
                    + "! qtdemux ! subparse ! filesink location=cues.txt".split(separator: " ").map(String.init)
            ).succeeded()
            #expect(outcome.errors.isEmpty, "\(outcome)")
            let text = try String(contentsOf: scratch.file("cues.txt"), encoding: .utf8)
            for cue in Subtitles.cues where !cue.text.contains("\n") {
                #expect(text.contains(cue.text.replacing("&", with: "&amp;")), "\(cue) in \(text)")
            }
            #expect(
                presentation.multivariant.variants.allSatisfy { $0.attributes["CODECS"]?.hasSuffix(",wvtt") == true })
            let manifest = try String(contentsOf: presentation.folder.appending(path: "index.mpd"), encoding: .utf8)
            try await ManifestSchema.expectValid(manifest, in: scratch)
            #expect(manifest.contains(#"codecs="wvtt""#) && manifest.contains(#"value="caption""#))
        }
    }

    @Test(arguments: profiles) func gstreamerReadsDocumentsAtTheirTimes(profile: String) async throws {
        try await Scratch.use { scratch in
            let presentation = try await presentation("profile=\(profile)", "text=imsc1")
            let offset = profile == "cmaf" ? 0.0 : 10
            #expect(
                presentation.multivariant.variants.allSatisfy {
                    $0.attributes["CODECS"]?.hasSuffix(",stpp.ttml.im1t") == true
                })
            let rendition = try #require(presentation.renditions.first { $0.name.hasPrefix("text-en-playlist") })
            // Documents are split at the ends of their samples.
            let pieces = [0.5...1.5, 1.75...2, 2...4, 4...4.25, 6...7, 9...9.75]
            let file = try rendition.joined(in: scratch)
            try await expectTexts(file, pieces, offset: offset, in: scratch)
            // The same documents from a movie, shifted in time with all other media.
            guard profile == "cmaf" else { return }
            let again = try await repackaged(file, in: scratch)
            try await expectTexts(again.joined(in: scratch), pieces, offset: 10, in: scratch)
        }
    }

    /// Packages the TTML documents of a movie next to video; returns the subtitle rendition.
    private func repackaged(_ subtitles: URL, in scratch: Scratch) async throws -> Rendition {
        let output = scratch.file("again")
        let text = Pipelines.passthrough(try await Movie.small.file(), output, playlists: "type: vod")
            .replacing("    from: movie\n", with: "    from: [movie, words]\n")
            .replacing(
                "  segments:\n",
                with: "  words:\n    use: mp4.read\n    with: { path: \"\(subtitles.path)\" }\n  segments:\n")
        _ = try await scratch.run(pipeline: text).succeeded()
        return try #require(try Presentation(folder: output).renditions.first { $0.name.hasPrefix("text") })
    }

    /// Expects that GStreamer presents the texts of a TTML file at these times.
    private func expectTexts(
        _ file: URL, _ times: [ClosedRange<Double>], offset: Double, in scratch: Scratch
    ) async throws {
        let outcome = try await scratch.run(
            "gst-launch-1.0",
            ["-v", "filesrc", "location=\(file.path)"]
                + "! qtdemux ! ttmlparse ! fakesink silent=false".split(separator: " ").map(String.init)
        ).succeeded()
        let found = outcome.output.matches(of: /chain[^\n]* pts: ([0-9:.]+), duration: ([0-9:.]+),/).map { match in
            let start = Subtitles.seconds(String(match.1)) - offset
            return (start, start + Subtitles.seconds(String(match.2)))
        }
        #expect(found.count == times.count)
        for (one, other) in zip(found, times) {
            #expect(abs(one.0 - other.lowerBound) < 0.002 && abs(one.1 - other.upperBound) < 0.002, "\(one) \(other)")
        }
    }

    @Test func samplesOfTextFollowEachOtherWithoutHoles() async throws {
        try await Scratch.use { scratch in
            let presentation = try await presentation("profile=cmaf", "text=wvtt")
            let rendition = try #require(presentation.renditions.first { $0.name.hasPrefix("text-en-playlist") })
            let file = try rendition.joined(in: scratch)
            let outcome = try await scratch.run(
                "ffprobe", ["-v", "warning", "-show_entries", "packet=pts_time", "-of", "csv=p=0", file.path]
            ).succeeded()
            let times = outcome.output.split(separator: "\n").compactMap { Double($0.split(separator: ",")[0]) }
            #expect(times == [0, 0.5, 1.5, 1.75, 2, 4, 4.25, 6, 7, 8, 9, 9.75])
        }
    }

    /// Movies that ffmpeg makes from a movie and a subtitle file.
    @Test(arguments: [("mp4", "mov_text"), ("mkv", "srt"), ("mkv", "webvtt")])
    func subtitlesInMoviesAreOffered(container: String, coding: String) async throws {
        try await Scratch.use { scratch in
            let subtitles = coding == "webvtt" ? try await Subtitles.french() : try await Subtitles.english()
            let movie = try await made(
                "\(coding).\(container)",
                byFFmpeg: [
                    "-i", Movie.withoutBFrames.file().path, "-i", subtitles.path, "-map", "0:v", "-map", "1", "-c:v",
                    "copy", "-c:s", coding, "-metadata:s:s:0", "language=fra",
                ])
            let presentation = try await scratch.segment(movie, into: "out", "--interval", "2s")
            let media = presentation.multivariant.attributes("EXT-X-MEDIA").filter { $0["TYPE"] == "SUBTITLES" }
            #expect(media.map { $0["LANGUAGE"] } == ["fr"])
            let rendition = try #require(presentation.renditions.first { $0.name.hasPrefix("text") })
            var found: [Subtitles.Cue] = []
            for index in rendition.playlist.segments.indices {
                for cue in Subtitles.cues(String(decoding: try rendition.bytes(index), as: UTF8.self))
                where !found.contains(cue) {
                    found.append(cue)
                }
            }
            let expected =
                coding == "webvtt"
                ? Subtitles.cues.map { cue in
                    Subtitles.Cue(start: cue.start, end: cue.end, text: "<i>fr</i> " + cue.text)
                } : Subtitles.cues
            expectEqual(found, expected, offset: 10)
        }
    }

    @Test func subtitlesThatAreLeftOutAreNamed() async throws {
        try await Scratch.use { scratch in
            let movie = try await made(
                "ass.mkv",
                byFFmpeg: [
                    "-i", Movie.withoutBFrames.file().path, "-i", Subtitles.english().path, "-map", "0:v", "-map", "1",
                    "-c:v", "copy", "-c:s", "ass",
                ])
            // Universal Subtitle Format.
            var data = try Data(contentsOf: movie)
            let codec = try #require(data.range(of: Data("S_TEXT/ASS".utf8)))
            data.replaceSubrange(codec, with: Data("S_TEXT/USF".utf8))
            let file = scratch.file("usf.mkv")
            try data.write(to: file)
            let outcome = try await scratch.sluice("segment", file.path, scratch.file("out").path).succeeded()
            #expect(outcome.errors.contains(/left out: .*, track 2 of .* supported formats are SubRip/), "\(outcome)")
        }
    }

    @Test func textKeepsPaceWithALiveSource() async throws {
        try await Scratch.use { scratch in
            let output = scratch.file("out")
            let text = """
                pipeline: live-subtitles
                extends: \(Sluice.pipeline("live-test-pattern").path)
                stages:
                  words:
                    use: text.read
                    with: { path: "\(try await Subtitles.english().path)" }
                  segments:
                    use: fmp4.segment
                    from: [video, audio, words]
                    with: { interval: "${interval}" }

                """
            let settings = ["size=320x180", "interval=1s", "output=\(output.path)"].flatMap { ["--set", $0] }
            let file = try scratch.write("live-subtitles.yaml", text)
            var command = scratch.command(["run", file.path] + settings)
            command.isIdle = true
            let run = try command.start()
            let hasSegments = try await eventually(within: 30) {
                let playlist = try? PlaylistText(output.appending(path: "text/playlist.m3u8"))
                return (playlist?.segments.count ?? 0) >= 3 || !run.isRunning
            }
            run.signal(SIGINT)
            _ = try await run.outcome(within: 20).succeeded()
            try #require(hasSegments)
            let presentation = try Presentation(folder: output)
            let rendition = try #require(presentation.renditions.first { $0.name.hasPrefix("text") })
            let video = try #require(presentation.renditions.first { $0.name.hasPrefix("video") })
            #expect(rendition.playlist.segments.map(\.extinf) == video.playlist.segments.map(\.extinf))
            let first = Subtitles.cues(String(decoding: try rendition.bytes(0), as: UTF8.self))
            #expect(first.map(\.text) == ["Hello"])
        }
    }

    @Test func aFileThatIsNoneIsRefusedWithItsLine() async throws {
        try await Scratch.use { scratch in
            let bad = try scratch.write("bad.srt", "no subtitles\n")
            let file = scratch.file("out")
            let text = Pipelines.passthrough(try await Movie.small.file(), file, playlists: "type: vod")
                .replacing("    from: movie\n", with: "    from: [movie, words]\n")
                .replacing(
                    "  segments:\n",
                    with: "  words:\n    use: text.read\n    with: { path: \"\(bad.path)\" }\n  segments:\n")
            let outcome = try await scratch.run(pipeline: text)
            #expect(outcome.code == 1 && outcome.errors.contains("bad.srt:1: no cue found"), "\(outcome)")
        }
    }
}
