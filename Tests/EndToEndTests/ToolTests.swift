import Foundation
import Testing

/// The command-line interface: its output and exit codes.
@Suite struct ToolTests {
    static let commands = [
        "run", "reload", "check", "graph", "stages", "inspect", "validate", "segment", "plugin", "completion",
        "manual", "pipelines", "version", "help",
    ]

    @Test(arguments: commands)
    func everyCommandExplainsItself(command: String) async throws {
        try await Scratch.use { scratch in
            let outcome = try await scratch.sluice(command, "--help").succeeded()
            #expect(outcome.output.contains("sluice \(command)") && outcome.errors.isEmpty, "\(outcome)")
            let same = try await scratch.sluice("help", command).succeeded()
            #expect(same.output.contains("sluice \(command)"))
        }
    }

    @Test func helpListsEveryCommand() async throws {
        try await Scratch.use { scratch in
            let outcome = try await scratch.sluice("help").succeeded()
            for command in Self.commands { #expect(outcome.output.contains("\n  \(command) ")) }
        }
    }

    @Test func theVersionIsPrinted() async throws {
        try await Scratch.use { scratch in
            let outcome = try await scratch.sluice("version").succeeded()
            #expect(outcome.output.contains(/^sluice \d+\.\d+\.\d+, GStreamer 1\.\d+\.\d+\n$/), "\(outcome)")
        }
    }

    @Test(arguments: [
        [], ["frobnicate"], ["run"], ["run", "a", "b"], ["run", "--frobnicate"], ["segment", "only-one"],
        ["segment", "in", "out", "--interval", "soon"], ["segment", "in", "out", "--interval", "-6s"],
        ["segment", "in", "out", "--profile", "dash"], ["stages", "file.frobnicate"], ["plugin", "frobnicate"],
        ["plugin", "new"], ["completion", "tcsh"],
        ["run", "x.yaml", "--report", "xml"], ["run", "x.yaml", "--set", "novalue"],
    ])
    func misuseIsExitCode64(arguments: [String]) async throws {
        try await Scratch.use { scratch in
            let outcome = try await scratch.command(arguments).run()
            #expect(outcome.code == 64 && outcome.output.isEmpty, "\(outcome)")
            #expect(outcome.errorLines.filter { $0.contains("error:") }.count == 1, "\(outcome)")
        }
    }

    @Test(arguments: ["check", "run", "graph"])
    func aWrongFileIsExitCode2AndSaysWhere(command: String) async throws {
        try await Scratch.use { scratch in
            let file = try scratch.write(
                "wrong.yaml",
                """
                pipeline: wrong
                stages:
                  movie:
                    use: mp4.raed
                    with: { path: movie.mp4 }
                  segments:
                    use: fmp4.segment
                    from: moive

                """)
            let outcome = try await scratch.sluice(command, file.lastPathComponent)
            #expect(outcome.code == 2, "\(outcome)")
            #expect(outcome.errors.contains("wrong.yaml:4:10: error:"), "\(outcome)")
            #expect(outcome.errors.contains("mp4.read"), "it proposes the correct name: \(outcome)")
            #expect(outcome.errors.contains("wrong.yaml:8:11: error:"), "\(outcome)")
        }
    }

    @Test func aMissingFileIsExitCode2() async throws {
        try await Scratch.use { scratch in
            let outcome = try await scratch.sluice("check", "missing.yaml")
            #expect(outcome.code == 2 && outcome.errors.contains("missing.yaml"), "\(outcome)")
        }
    }

    @Test func everyPipelineOfTheProjectIsRight() async throws {
        try await Scratch.use { scratch in
            let files = try Sluice.pipelines
            #expect(files.count >= 4)
            let outcome = try await scratch.command(["check"] + files.map(\.path)).run()
            #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome)")
            for file in files { #expect(outcome.output.contains(file.lastPathComponent)) }
        }
    }

    @Test func theGraphNamesEveryStageAndJoinsThem() async throws {
        try await Scratch.use { scratch in
            let file = Sluice.pipeline("vod-encode").path
            let text = try await scratch.sluice("graph", file).succeeded().output
            let dot = try await scratch.sluice("graph", "--dot", file).succeeded().output
            for stage in ["movie", "keyframes", "video", "audio", "segments", "playlists", "folder"] {
                #expect(text.contains(stage) && dot.contains(stage))
            }
            #expect(dot.hasPrefix("digraph") && dot.trimmingCharacters(in: .whitespacesAndNewlines).hasSuffix("}"))
            #expect(dot.matches(of: /"?(\w+)"? -> "?(\w+)"?/).count == 7)
        }
    }

    @Test func theGraphIsAPictureWhereGraphvizIsAndItsLanguageWhereItIsNot() async throws {
        try await Scratch.use { scratch in
            let file = Sluice.pipeline("live-camera").path
            let dot = try await scratch.sluice("graph", "--dot", file).succeeded().output
            var without = scratch.command(["graph", "--svg", file])
            without.environment = ["PATH": "/nonexistent"]
            let plain = try await without.run().succeeded()
            #expect(plain.output == dot && plain.errors.contains("Graphviz is not installed"), "\(plain)")
            let drawn = try await scratch.sluice("graph", "--svg", file).succeeded()
            #expect(drawn.errors.isEmpty && drawn.output.contains("<svg "), "\(drawn)")
            let texts = drawn.output.matches(of: /<text[^>]*>([^<]*)<\/text>/).map { String($0.1) }
            for text in ["camera", "capture.video", "when full: drop&#45;to&#45;keyframe", "merged by time"] {
                #expect(texts.contains(text), "\(texts)")
            }
        }
    }

    @Test func stagesListsKindsAndExplainsEach() async throws {
        try await Scratch.use { scratch in
            let list = try await scratch.sluice("stages").succeeded().output
            let kinds = list.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
            #expect(kinds.count >= 10)
            for kind in ["mp4.read", "file.decode", "video.encode", "fmp4.segment", "hls.playlist", "file.folder"] {
                #expect(kinds.contains(kind))
            }
            for kind in kinds {
                let text = try await scratch.sluice("stages", kind).succeeded().output
                #expect(text.contains(kind) && text.count > 80)
            }
        }
    }

    @Test func inspectShowsTheBoxesOfAnInitializationSegment() async throws {
        try await Scratch.use { scratch in
            let video = try await Kind.vod.presentation().rendition("video", in: scratch)
            let file = scratch.file("init.mp4")
            try video.initialization().write(to: file)
            let text = try await scratch.sluice("inspect", file.path).succeeded().output
            for box in ["ftyp", "moov", "trak", "stsd", "avc1", "avcC", "mvex", "trex"] { #expect(text.contains(box)) }
            let segment = scratch.file("segment.m4s")
            try video.bytes(0).write(to: segment)
            let boxes = try await scratch.sluice("inspect", segment.path).succeeded().output
            for box in ["styp", "moof", "mfhd", "traf", "tfhd", "tfdt", "trun", "mdat"] { #expect(boxes.contains(box)) }
            let samples = try await scratch.sluice("inspect", "--samples", "--init", file.path, segment.path)
            #expect(try samples.succeeded().output.contains("IDR"))
            let json = try await scratch.sluice("inspect", "--json", segment.path).succeeded().output
            #expect(json.contains("\"sequence_number\" : 1"))
        }
    }

    @Test func inspectSaysWhatDiffers() async throws {
        try await Scratch.use { scratch in
            let video = try await Kind.vod.presentation().rendition("video", in: scratch)
            let files = [scratch.file("0.m4s"), scratch.file("1.m4s")]
            for (index, file) in files.enumerated() { try video.bytes(index).write(to: file) }
            let same = try await scratch.sluice("inspect", "--diff", files[0].path, files[0].path)
            #expect(same.code == 0 && same.output.isEmpty)
            let other = try await scratch.sluice("inspect", "--diff", files[0].path, files[1].path)
            #expect(other.code == 1 && other.output.contains("~ moof/mfhd sequence_number: 1 → 2"))
        }
    }

    @Test func inspectSummarisesPlaylists() async throws {
        try await Scratch.use { scratch in
            let presentation = try await Kind.vod.presentation()
            let variants = try await scratch.sluice("inspect", presentation.multivariantURL.path).succeeded().output
            #expect(variants.contains("320x180") && variants.contains("avc1."))
            let video = try await presentation.rendition("video", in: scratch)
            let media = try await scratch.sluice("inspect", video.url.path).succeeded().output
            #expect(media.contains("5") && media.contains("10"), "five segments, ten seconds: \(media)")
        }
    }

    @Test func inspectRefusesWhatIsNeither() async throws {
        try await Scratch.use { scratch in
            let garbage = try await Damaged.garbage()
            for path in [garbage.path, "/nonexistent/movie.mp4"] {
                let outcome = try await scratch.sluice("inspect", path)
                #expect(outcome.code == 1 && outcome.errors.contains("error:"), "\(outcome)")
            }
        }
    }

    @Test func theCompletionIsBash() async throws {
        try await Scratch.use { scratch in
            let script = try scratch.write(
                "completion.bash", try await scratch.sluice("completion", "bash").succeeded().output)
            _ = try await scratch.run("bash", ["-n", script.path]).succeeded()
            let ask = "source '\(script.path)'; COMP_WORDS=(sluice seg) COMP_CWORD=1; _sluice; echo \"${COMPREPLY[*]}\""
            #expect(try await scratch.run("bash", ["-c", ask]).succeeded().output == "segment\n")
        }
    }
}
