import Foundation
import OutsidePrograms
import Testing

private let judgePackage = "check-jsonschema==0.39.0"

/// `sluice schema`, judged by check-jsonschema.
@Suite
struct EditorSchemaTests {
    /// The schema of pipeline files, in a file.
    private func schema(in scratch: Scratch) async throws -> URL {
        try scratch.write("schema.json", try await scratch.sluice("schema").succeeded().output)
    }

    private func judge(_ arguments: [String], in scratch: Scratch) async throws -> Outcome {
        let python = try await PythonEnvironment.folder(with: judgePackage).appending(path: "bin/python")
        return try await scratch.run(python.path, ["-m", "check_jsonschema"] + arguments)
    }

    @Test(.enabled("check-jsonschema can be installed") { await PythonEnvironment.isAvailable(judgePackage) })
    func schemaAcceptsAllExamplePipelines() async throws {
        try await Scratch.use { scratch in
            let schema = try await schema(in: scratch)
            let form = try await judge(["--check-metaschema", schema.path], in: scratch)
            #expect(form.code == 0, "\(form)")
            let plugins = ["SceneCut", "LoudnessMeter"].map {
                Sluice.package.appending(path: "Plugins/\($0)/pipeline.yaml").path
            }
            let files = try Sluice.pipelines.map(\.path) + plugins
            let outcome = try await judge(["--schemafile", schema.path] + files, in: scratch)
            #expect(outcome.code == 0, "\(outcome)")
        }
    }

    @Test func schemaAcceptsEveryDefaultOfEveryKind() async throws {
        try await Scratch.use { scratch in
            let schema = try await schema(in: scratch)
            let outcome = try await scratch.run(
                "python3", [Sluice.script("check-defaults.py").path, schema.path]
            ).succeeded()
            #expect(try #require(Int(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines))) > 100)
        }
    }

    private static let valid = """
        pipeline: test
        parameters:
          speed: 800kbps
          window: 10
        admin: { address: "127.0.0.1:9090", token-file: "" }
        stages:
          pattern:
            use: test.video
            with: { size: 640x360, rate: 30000/1001, live: true }
          video:
            use: video.encode
            from: pattern
            on-error: restart
            with: { codec: h264, bitrate: "${speed}", b-frames: 2 }
          segments:
            use: fmp4.segment
            from: [video]
            with: { interval: 2s, part: 333ms }
          playlists:
            use: hls.playlist
            from: segments
            with: { type: live, window: "${window}" }
          origin:
            use: http.origin
            from: playlists
            with: { listen: "127.0.0.1:8080", memory: 64MiB, connections: 100, signing-key: 0123456789abcdef }
          folder:
            use: file.folder
            from: playlists
            with:
              path: Output/test

        """

    /// Changes of the valid file, and the code of the error that `sluice check` reports for them.
    private static let changes: [(from: String, to: String, code: String)] = [
        ("pipeline: test", "pipeline: [test]", "wrong-type"),
        ("pipeline: test", "pipelines: test", "unknown-key"),
        ("  speed: 800kbps", "  speed: [800kbps]", "wrong-type"),
        ("  speed:", "  2speed:", "bad-name"),
        ("  pattern:\n", "  Pattern:\n", "bad-name"),
        ("use: test.video", "use: test.vidoe", "unknown-kind"),
        ("    use: test.video\n", "", "missing-key"),
        ("use: test.video", "use: test.video\n    from: video", "unexpected-from"),
        ("    from: pattern\n", "", "missing-from"),
        ("on-error: restart", "on-error: repeat", "wrong-type"),
        ("on-error: restart", "on-errors: restart", "unknown-key"),
        ("size: 640x360", "size: 640", "wrong-type"),
        ("rate: 30000/1001", "rate: fast", "wrong-type"),
        ("live: true", "live: maybe", "wrong-type"),
        ("live: true", "alive: true", "unknown-option"),
        ("live: true", "live: ~", "wrong-type"),
        ("codec: h264", "codec: h265", "out-of-range"),
        ("\"${speed}\"", "800", "wrong-unit"),
        ("\"${speed}\"", "[800kbps]", "wrong-type"),
        ("interval: 2s", "interval: 2 seconds", "wrong-unit"),
        ("\"${window}\"", "0", "out-of-range"),
        ("memory: 64MiB", "memory: 64", "wrong-unit"),
        ("connections: 100", "connections: 1", "out-of-range"),
        ("connections: 100", "connections: 1.5", "wrong-type"),
        ("127.0.0.1:8080", "localhost", "wrong-type"),
        ("127.0.0.1:9090", "localhost", "wrong-type"),
        ("{ address:", "{ adress:", "unknown-option"),
        ("      path: Output/test\n", "      name: x\n", "unknown-option"),
        ("      path: Output/test\n", "", "missing-option"),
    ]

    @Test(.enabled("check-jsonschema can be installed") { await PythonEnvironment.isAvailable(judgePackage) })
    func schemaRefusesWhatCheckRefusesForItsShape() async throws {
        try await Scratch.use { scratch in
            let schema = try await schema(in: scratch)
            let valid = try scratch.write("valid.yaml", Self.valid)
            let held = try await judge(["--schemafile", schema.path, valid.path], in: scratch)
            #expect(held.code == 0, "\(held)")
            _ = try await scratch.sluice("check", valid.path).succeeded()
            for change in Self.changes {
                try #require(Self.valid.contains(change.from))
                let text = Self.valid.replacing(change.from, with: change.to)
                let file = try scratch.write("changed.yaml", text)
                let checked = try await scratch.sluice("check", "--json", file.path)
                #expect(checked.code == 2 && checked.output.contains("\"code\" : \"\(change.code)\""), "\(checked)")
                let outcome = try await judge(["--schemafile", schema.path, file.path], in: scratch)
                #expect(outcome.code == 1 && outcome.output.contains("changed.yaml"), "\(change): \(outcome)")
            }
        }
    }

    @Test(.enabled("check-jsonschema can be installed") { await PythonEnvironment.isAvailable(judgePackage) })
    func outputsMatchTheirSchemas() async throws {
        try await Scratch.use { scratch in
            let pipeline = Sluice.pipeline("live-low-latency").path
            let broken = try scratch.write("broken.yaml", "stages:\n  a: { use: test.vidoe }\n").path
            let outputs: [(name: String, arguments: [String])] = [
                ("stages", ["stages", "--json"]), ("check", ["check", "--json", pipeline, broken, "absent.yaml"]),
                ("graph", ["graph", "--json", pipeline]), ("version", ["version", "--json"]),
                ("rules", ["validate", "--rules", "--json", "--profile", "rfc"]),
            ]
            for (name, arguments) in outputs {
                let schema = try await scratch.sluice("schema", "--of", name).succeeded().output
                let file = try scratch.write("\(name).schema.json", schema)
                let outcome = try await scratch.command(arguments).run()
                #expect(outcome.code == (name == "check" ? 2 : 0) && outcome.errors.isEmpty, "\(outcome)")
                let document = try scratch.write("\(name).json", outcome.output)
                let judged = try await judge(["--schemafile", file.path, document.path], in: scratch)
                #expect(judged.code == 0, "\(judged)")
                let other = try scratch.write("other.json", outcome.output.replacing("\"schema\"", with: "\"scheme\""))
                #expect(try await judge(["--schemafile", file.path, other.path], in: scratch).code == 1)
            }
        }
    }

    @Test func checkAsJSONMasksSecrets() async throws {
        try await Scratch.use { scratch in
            let file = try scratch.write(
                "secret.yaml",
                """
                stages:
                  pattern: { use: test.video }
                  origin: { use: http.origin, from: pattern, with: { signing-key: too-short-key } }
                """)
            let outcome = try await scratch.sluice("check", "--json", file.path)
            #expect(outcome.code == 2 && !outcome.output.contains("too-short-key"), "\(outcome)")
        }
    }
}
