import Foundation
import Testing

/// Mistakes of first users: each message has the place and a remedy that works.
@Suite struct MistakeMessageTests {
    @Test func fileOfSixBytesIsCalledTooShort() async throws {
        try await Scratch.use { scratch in
            _ = try scratch.write("six.mp4", "abcdef")
            for words in [
                ["segment", "six.mp4", "Output/six"], ["segment", "--encode", "all", "six.mp4", "Output/six"],
            ] {
                let outcome = try await scratch.command(words).run()
                #expect(outcome.code == 1, "\(outcome)")
                #expect(outcome.errors.contains("six.mp4"), "\(outcome)")
                #expect(outcome.errors.contains("the file has only 6 bytes, too few for a movie"), "\(outcome)")
            }
        }
    }

    @Test func streamWithoutNameIsFoundByCheck() async throws {
        try await Scratch.use { scratch in
            _ = try scratch.write(
                "rtmp.yaml",
                """
                stages:
                  feed:
                    use: capture.coded-launch
                    with: { launch: "rtmp2src location=rtmp://127.0.0.1/live ! flvdemux" }
                  segments: { use: fmp4.segment, from: feed }
                  playlists: { use: hls.playlist, from: segments, with: { type: live, target-duration: 6s } }
                  folder: { use: file.folder, from: playlists, with: { path: Output/rtmp } }

                """)
            let wrong = try await scratch.sluice("check", "rtmp.yaml")
            #expect(wrong.code == 2 && wrong.errors.contains("rtmp.yaml:4:"), "\(wrong)")
            #expect(wrong.errors.contains("the URL 'rtmp://127.0.0.1/live' has no stream name"), "\(wrong)")
            #expect(!wrong.errors.contains("has no host") && !wrong.errors.contains("no URL"), "\(wrong)")
            let text = try String(contentsOf: scratch.file("rtmp.yaml"), encoding: .utf8)
            _ = try scratch.write("rtmp.yaml", text.replacing("/live !", with: "/live/camera !"))
            _ = try await scratch.sluice("check", "rtmp.yaml").succeeded()
        }
    }

    /// Values that elements forget; GStreamer's own messages do not appear.
    @Test(
        arguments: [
            ("srtsrc uri=htp://x:1", "srtsrc cannot open 'htp://x:1'"), ("udpsrc uri=http://x:1", "udpsrc cannot open"),
            ("udpsrc port=70000", "'port' of udpsrc cannot be 70000"),
        ])
    func forgottenValueIsFoundByCheck(launch: String, message: String) async throws {
        try await Scratch.use { scratch in
            _ = try scratch.write(
                "feed.yaml",
                """
                stages:
                  feed:
                    use: capture.coded-launch
                    with: { launch: "\(launch) ! tsdemux" }
                  segments: { use: fmp4.segment, from: feed }
                  playlists: { use: hls.playlist, from: segments, with: { type: live, target-duration: 6s } }
                  folder: { use: file.folder, from: playlists, with: { path: Output/feed } }

                """)
            let wrong = try await scratch.sluice("check", "feed.yaml")
            #expect(wrong.code == 2 && wrong.errors.hasPrefix("feed.yaml:4:"), "\(wrong)")
            #expect(wrong.errors.contains(message) && !wrong.errors.contains("WARNING"), "\(wrong)")
        }
    }

    @Test func missingKeysAreNamedWithTheCommandThatCreatesThem() async throws {
        try await Scratch.use { scratch in
            let settings = ["--set", "listen=127.0.0.1:0", "--set", "output=Output/live", "--set", "size=160x90"]
            let words = ["run", Sluice.pipeline("live-encrypted").path, "--duration", "3s", "--quiet"] + settings
            let failed = try await scratch.command(words).run()
            #expect(failed.code == 1 && failed.errors.contains("live-encrypted.yaml:"), "\(failed)")
            let match = try #require(
                failed.errors.firstMatch(
                    of: /'Output\/keys\/0.json': the file does not exist; create it: sluice (keys new .*)/),
                "\(failed)")
            #expect(match.1 == "keys new --periods 24 --output 'Output/keys/{period}.json'")
            _ = try await scratch.sluice("keys", "new", "--periods", "24", "--output", "Output/keys/{period}.json")
                .succeeded()
            _ = try await scratch.command(words).run().succeeded()
        }
    }

    @Test func defaultOfAnotherTypeIsNoMistake() async throws {
        try await Scratch.use { scratch in
            let pipeline = Sluice.pipeline("hls-repackage").path
            let quiet = try await scratch.sluice("check", pipeline, "--set", "type=vod").succeeded()
            #expect(quiet.errors.isEmpty, "\(quiet)")
            let asked = try await scratch.sluice("check", pipeline, "--set", "type=vod", "--set", "window=30s")
                .succeeded()
            #expect(asked.errors.contains("'window' has no effect"), "\(asked)")
        }
    }

    /// A short option means the same in every command.
    @Test func shortOptionForParametersMeansNothingElse() async throws {
        try await Scratch.use { scratch in
            let list = try await scratch.sluice("help").succeeded().output
            let commands = list.matches(of: /(?m)^ +([a-z]+)\s{2,}\S/).map { String($0.1) }
            #expect(commands.count > 20)
            for command in commands {
                let help = try await scratch.sluice("help", command).succeeded().output
                for match in help.matches(of: /(?m)^\s+-s, --([a-z-]+)/) { #expect(match.1 == "set", "\(command)") }
            }
        }
    }
}
