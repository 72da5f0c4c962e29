import Foundation
import Testing

/// Audio in several languages and channel layouts, from separate files.
@Suite struct MultilanguageTests {
    private func presentation() async throws -> Presentation {
        var movie = Movie.small
        movie.description = "a film"
        let french = Movie(description: "French", hasVideo: false, container: "m4a")
        let surround = Movie(
            description: "surround", hasVideo: false, container: "m4a", writing: ["-ac", "6", "-b:a", "300k"])
        return try await piped(
            "vod-multilanguage", try await movie.file(),
            [
                "french=\(try await french.file().path)", "described=\(try await french.file().path)",
                "surround=\(try await surround.file().path)", "interval=2s",
            ])
    }

    @Test func everyGroupHasEveryLanguage() async throws {
        let media = try await presentation().multivariant.attributes("EXT-X-MEDIA")
        let groups = Dictionary(grouping: media) { $0["GROUP-ID"] ?? "" }
        #expect(groups.count == 2)
        for group in groups.values {
            #expect(group.map { $0["NAME"] } == ["English", "Français", "English (described)"])
            #expect(group.map { $0["LANGUAGE"] } == ["en", "fr", "en"])
            #expect(group.map { $0["DEFAULT"] } == ["YES", "NO", "NO"])
            #expect(group.map { $0["AUTOSELECT"] } == ["YES", "YES", "YES"])
            #expect(group.map { $0["CHARACTERISTICS"] } == [nil, nil, "public.accessibility.describes-video"])
        }
        #expect(media.map { $0["CHANNELS"] } == ["1", "1", "1", "6", "1", "1"])
    }

    @Test func theInitializationSegmentsSayTheLanguage() async throws {
        try await Scratch.use { scratch in
            for (name, language, channels) in [
                ("audio-en", "eng", 1), ("audio-fr", "fra", 1), ("audio-en-surround", "eng", 6),
            ] {
                let playlist = try await presentation().folder.appending(path: "\(name)/playlist.m3u8")
                let file = try Rendition(url: playlist).joined(0..<1, in: scratch)
                let outcome = try await scratch.run(
                    "ffprobe",
                    [
                        "-v", "error", "-show_entries", "stream=channels:stream_tags=language", "-of", "csv=p=0",
                        file.path,
                    ]
                ).succeeded()
                #expect(outcome.output.hasPrefix("\(channels),\(language)"), "\(name): \(outcome.output)")
            }
        }
    }

    @Test func everyVariantNamesWhatItMayPull() async throws {
        let variants = try await presentation().multivariant.variants
        #expect(variants.count == 2)
        let bandwidths = variants.compactMap { $0.attributes["BANDWIDTH"].flatMap { Int($0) } }
        #expect(bandwidths[0] < bandwidths[1], "the group with surround needs more")
        #expect(Set(variants.map { $0.attributes["STABLE-VARIANT-ID"] }).count == 2)
    }

    @Test func ffmpegPlaysAllLanguagesWithoutAWarning() async throws {
        try await Scratch.use { scratch in
            let played = try await Player.ffmpeg.play(try await presentation().multivariantURL, in: scratch)
            #expect(abs(try #require(played.audioSeconds) - 10) < 0.1)
        }
    }
}
