import Foundation
import Testing

/// Valid but unusual inputs keep all of their properties.
@Suite struct OddInputTests {
    /// Audio that starts half a second after the video.
    private static func lateSound() async throws -> URL {
        try await made(
            "late.mp4",
            byFFmpeg: picture() + ["-itsoffset", "0.5"] + sound(48000) + coding)
    }

    private static func twoLanguages() async throws -> URL {
        try await made(
            "languages.mp4",
            byFFmpeg: picture() + sound(48000) + sound(44100)
                + ["-map", "0", "-map", "1", "-map", "2", "-metadata:s:a:0", "language=eng"]
                + ["-metadata:s:a:1", "language=jpn"] + coding)
    }

    private static func highEfficiency() async throws -> URL {
        try await made(
            "hevc.mp4",
            byFFmpeg: picture() + sound(48000) + [
                "-c:v", "libx265", "-x265-params", "log-level=error:keyint=50:open-gop=0", "-preset", "ultrafast",
                "-tag:v", "hvc1", "-c:a", "aac",
            ])
    }

    private static func picture() -> [String] {
        ["-f", "lavfi", "-i", "testsrc2=size=322x182:rate=25:duration=8"]
    }
    private static func sound(_ rate: Int) -> [String] {
        ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=\(rate):duration=8"]
    }
    private static let coding = [
        "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "25", "-bf", "2", "-c:a", "aac",
    ]

    @Test(arguments: profiles)
    func soundThatBeginsLateStillBeginsLate(profile: String) async throws {
        try await Scratch.use { scratch in
            let movie = try await Self.lateSound()
            let input = try await PacketList(movie, in: scratch)
            let presentation = try await scratch.segment(movie, into: "out", "--interval", "2s", "--profile", profile)
            let video = try await presentation.rendition("video", in: scratch).packets(in: scratch)
            let audio = try await presentation.rendition("audio", in: scratch).packets(in: scratch)
            let difference = try audio.start("audio") - video.start("video")
            #expect(difference > 0.4)
            #expect(try abs(difference - (input.start("audio") - input.start("video"))) < 0.001)
        }
    }

    /// In a file without a container, GStreamer gives all frames the time zero.
    @Test(arguments: [[], ["--encode", "audio"]]) func flacOfVariableBlocksHasAllItsSound(options: [String])
        async throws
    {
        try await Scratch.use { scratch in
            for container in ["flac", "mka", "ogg"] {
                let source = scratch.file("variable.flac")
                let file = scratch.file("variable.\(container)")
                if container == "flac" {
                    let script = Sluice.script("variable-flac.py").path
                    _ = try await scratch.run("python3", [script, source.path, "5"]).succeeded()
                } else {
                    _ = try await scratch.run(
                        "ffmpeg", ["-v", "error", "-i", source.path, "-c", "copy", file.path]
                    ).succeeded()
                }
                let output = scratch.file("out-\(container)")
                _ = try await scratch.command(["segment", file.path, output.path, "--interval", "2s"] + options).run()
                    .succeeded()
                let decoded = try await scratch.run(
                    "ffmpeg",
                    ["-v", "error", "-i", output.appending(path: "index.m3u8").path, "-f", "s16le", "-ac", "1"]
                        + [scratch.file("out.raw").path]
                ).succeeded()
                let samples = try Data(contentsOf: scratch.file("out.raw")).count / 2
                try FileManager.default.removeItem(at: scratch.file("out.raw"))
                // AAC ends with its last whole packet.
                #expect(
                    abs(samples - 5 * 44100) <= (options.isEmpty ? 0 : 2048), "\(container): \(samples) \(decoded)")
            }
        }
    }

    @Test func everySoundTrackIsARenditionWithItsLanguage() async throws {
        try await Scratch.use { scratch in
            let movie = try await Self.twoLanguages()
            let presentation = try await scratch.segment(movie, into: "out", "--interval", "2s")
            try expectLanguages(presentation)
            let rates = try await soundRates(presentation, in: scratch)
            #expect(rates == ["48000", "44100"])
        }
    }

    // HLS Authoring Specification 8.10
    @Test func languagesAreKeptWhenSoundIsCodedAnew() async throws {
        try await Scratch.use { scratch in
            let movie = try await Self.twoLanguages()
            try expectLanguages(try await scratch.segment(movie, into: "out", "--interval", "2s", "--encode"))
        }
    }

    @Test(arguments: profiles)
    func highEfficiencyVideoIsPackagedAsItIs(profile: String) async throws {
        try await Scratch.use { scratch in
            let movie = try await Self.highEfficiency()
            let input = try await PacketList(movie, isRaw: true, in: scratch)
            let presentation = try await scratch.segment(movie, into: "out", "--interval", "2s", "--profile", profile)
            let video = try await presentation.rendition("video", in: scratch)
            let output = try await video.packets(isRaw: true, in: scratch)
            #expect(try output.packets("video").map(\.data_hash) == input.packets("video").map(\.data_hash))
            #expect(video.playlist.segments.map(\.duration) == [2, 2, 2, 2])
            let variant = try #require(presentation.multivariant.variants.first).attributes
            #expect(variant["CODECS"]?.hasPrefix("hvc1.1.6.L") == true && variant["RESOLUTION"] == "322x182")
            let played = try await Player.ffmpeg.play(presentation.multivariantURL, in: scratch)
            #expect(try played.frames == input.packets("video").count)
        }
    }

    @Test func namesWithSpacesAndOtherLettersAreNames() async throws {
        try await Scratch.use { scratch in
            let movie = scratch.file("my movie, 100 % – ä.mp4")
            try await FileManager.default.copyItem(at: Movie.small.file(), to: movie)
            let presentation = try await scratch.segment(movie, into: "out put/ä 1", "--interval", "2s")
            let played = try await Player.ffmpeg.play(presentation.multivariantURL, in: scratch)
            #expect(played.frames == 300)
        }
    }

    @Test func oneFrameIsAMovie() async throws {
        try await Scratch.use { scratch in
            let movie = try await made(
                "one.mp4",
                byFFmpeg: [
                    "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25", "-frames:v", "1", "-pix_fmt", "yuv420p",
                ])
            for mode in ["--quiet", "--encode"] {
                let presentation = try await scratch.segment(movie, into: "out\(mode)", mode)
                #expect(presentation.renditions.map { $0.playlist.segments.map(\.duration) } == [[0.04]])
            }
        }
    }

    private func expectLanguages(_ presentation: Presentation) throws {
        let sound = presentation.multivariant.attributes("EXT-X-MEDIA").filter { $0["TYPE"] == "AUDIO" }
        #expect(sound.map { $0["LANGUAGE"] } == ["en", "ja"])
        #expect(Set(sound.map { $0["NAME"] }).count == 2 && Set(sound.map { $0["GROUP-ID"] }).count == 1)
        #expect(sound.filter { $0["DEFAULT"] == "YES" }.count == 1)
    }

    private func soundRates(_ presentation: Presentation, in scratch: Scratch) async throws -> [String] {
        var rates: [String] = []
        for rendition in presentation.renditions {
            let packets = try await rendition.packets(in: scratch)
            rates += packets.tracks.compactMap(\.sample_rate)
        }
        return rates
    }
}
