import Foundation
import Testing

/// The messages for the mistakes that users make most often.
@Suite struct UsualMistakeTests {
    /// A mistake in the pipeline file, or in the arguments, and the texts that its message has to contain.
    struct Mistake: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The text of the file to replace, and its replacement.
        var edit = ("", "")
        var arguments: [String] = []
        var texts: [String]
        var code: Int32 = 2
    }

    static let file = """
        parameters: { input: movie.mp4, output: out, interval: 1s }
        stages:
          movie:
            use: mp4.read
            with: { path: "${input}" }
          segments: { use: fmp4.segment, from: movie, with: { interval: "${interval}" } }
          playlists:
            use: hls.playlist
            from: segments
            with: { type: vod, iframes: true }
          folder: { use: file.folder, from: playlists, with: { path: "${output}" } }

        """

    static let mistakes = [
        Mistake(
            testDescription: "kind", edit: ("mp4.read", "mp4.reed"),
            texts: ["pipeline.yaml:4:10: error: there is no stage kind 'mp4.reed'", "did you mean 'mp4.read'?"]),
        Mistake(
            testDescription: "option", edit: ("iframes", "iframe"),
            texts: ["hls.playlist has no option 'iframe'", "did you mean 'iframes'?"]),
        Mistake(
            testDescription: "choice", edit: ("type: vod", "type: on-demand"),
            texts: ["'on-demand' is not one of the choices; did you mean 'vod'?", "expected vod | event | live"]),
        Mistake(
            testDescription: "codec",
            edit: ("  segments:", "  v: { use: video.encode, from: movie, with: { codec: h265 } }\n  segments:"),
            texts: ["'h265' is not one of the choices; did you mean 'hevc'?"]),
        Mistake(
            testDescription: "too little indentation", edit: ("    from: segments", "   from: segments"),
            texts: ["pipeline.yaml:9:4: error: bad YAML: line 9 is indented by 3 spaces, line 8 by 4 spaces"]),
        Mistake(
            testDescription: "too much indentation", edit: ("    from: segments", "      from: segments"),
            texts: ["pipeline.yaml:9:7: error: bad YAML: line 9 is indented by 6 spaces, line 8 by 4 spaces"]),
        Mistake(
            testDescription: "tab", edit: ("    from: segments", "\tfrom: segments"),
            texts: ["pipeline.yaml:9:1: error: bad YAML: line 9 is indented with a tab", "indent with spaces"]),
        Mistake(
            testDescription: "duplicate key", edit: ("    from: segments", "    from: segments\n    from: movie"),
            texts: ["pipeline.yaml:10:5: error: duplicate key 'from'", "first occurrence in line 9"]),
        Mistake(
            testDescription: "unknown stage", edit: ("from: segments", "from: segment"),
            texts: ["there is no stage 'segment'", "did you mean 'segments'?"]),
        Mistake(
            testDescription: "missing from", edit: ("    from: segments\n", ""),
            texts: ["'playlists' (hls.playlist) has no 'from'", "stages above that emit them: segments"]),
        Mistake(
            testDescription: "unit", arguments: ["--set", "interval=2sec"],
            texts: ["'sec' is not a unit for this value; did you mean '2s'?", "'${interval}' is '2sec'"]),
        Mistake(
            testDescription: "type", edit: ("iframes: true", "iframes: yes"),
            texts: ["'yes' is not a Boolean value; did you mean 'true'?"]),
        Mistake(
            testDescription: "unknown parameter", arguments: ["--set", "outptu=x"],
            texts: ["there is no parameter 'outptu' to set", "did you mean 'output'?"]),
        Mistake(
            testDescription: "missing input file", arguments: ["--set", "input=movi.mp4"],
            texts: [
                "pipeline.yaml:3:3: error: movie (mp4.read): 'movi.mp4' cannot be opened", "did you mean 'movie.mp4'?",
            ], code: 1),
        Mistake(
            testDescription: "missing folder of the input", arguments: ["--set", "input=movies/movie.mp4"],
            texts: ["there is no folder 'movies/'; the current folder is '"], code: 1),
        Mistake(
            testDescription: "unwritable folder", arguments: ["--set", "output=/proc/sluice"],
            texts: [
                "folder (file.folder): the output folder '/proc/sluice' cannot be written to", "choose another folder",
            ],
            code: 1),
    ]

    @Test(arguments: mistakes) func messageNamesPlaceAndRemedy(mistake: Mistake) async throws {
        try await Scratch.use { scratch in
            try FileManager.default.copyItem(at: try await Movie.small.file(), to: scratch.file("movie.mp4"))
            let text = mistake.edit.0.isEmpty ? Self.file : Self.file.replacing(mistake.edit.0, with: mistake.edit.1)
            try #require(mistake.edit.0.isEmpty || text != Self.file)
            _ = try scratch.write("pipeline.yaml", text)
            let outcome = try await scratch.command(["run", "pipeline.yaml"] + mistake.arguments).run()
            #expect(outcome.code == mistake.code, "\(outcome)")
            for text in mistake.texts { #expect(outcome.errors.contains(text), "\(outcome)") }
        }
    }

    @Test func misspelledPipelineFileIsSuggested() async throws {
        try await Scratch.use { scratch in
            _ = try scratch.write("live-camera.yaml", Self.file)
            let outcome = try await scratch.command(["run", "live-camra.yaml"]).run()
            #expect(outcome.code == 2 && outcome.errors.contains("did you mean 'live-camera.yaml'?"), "\(outcome)")
        }
    }

    @Test func portInUseNamesItsProcess() async throws {
        try await Scratch.use { scratch in
            let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            defer { close(server) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let port = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> UInt16? in
                    guard bind(server, address, length) == 0, listen(server, 1) == 0 else { return nil }
                    guard getsockname(server, address, &length) == 0 else { return nil }
                    return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                        UInt16(bigEndian: $0.pointee.sin_port)
                    }
                }
            }
            let place = "127.0.0.1:\(try #require(port))"
            _ = try scratch.write(
                "pipeline.yaml",
                Self.file.replacing("use: file.folder", with: "use: http.origin").replacing(
                    "path: \"${output}\"", with: "listen: \"${output}\""))
            try FileManager.default.copyItem(at: try await Movie.small.file(), to: scratch.file("movie.mp4"))
            let outcome = try await scratch.command(["run", "pipeline.yaml", "--set", "output=\(place)"]).run()
            let holder = "cannot listen on \(place): address already in use by "
            #expect(outcome.code == 1 && outcome.errors.contains(holder), "\(outcome)")
            #expect(outcome.errors.contains("(process \(getpid())); choose another"), "\(outcome)")
        }
    }

    @Test(.enabled(if: access("/dev/video0", F_OK) != 0 && access("/dev/snd/pcmC0D0c", F_OK) != 0))
    func missingCameraAndMicrophoneAreBothNamed() async throws {
        try await Scratch.use { scratch in
            let output = scratch.file("out").path
            let outcome = try await scratch.sluice(
                "run", Sluice.pipeline("live-camera").path, "--set", "output=\(output)")
            #expect(outcome.code == 1, "\(outcome)")
            let errors = outcome.errorLines.filter { $0.contains("error: ") }
            #expect(errors.count == 1, "\(outcome)")
            for text in ["there is no camera /dev/video0", "there is no microphone default", "try: sluice devices"] {
                #expect(errors.first?.contains(text) == true, "\(outcome)")
            }
        }
    }
}
