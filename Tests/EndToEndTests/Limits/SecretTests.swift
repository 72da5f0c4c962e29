import Foundation
import Testing

/// No command prints secrets.
@Suite struct SecretTests {
    private static let canary = "CANARY-5d0f7c-secret"

    /// Returns all options of type secret text in the stage reference; keys of mappings follow their option.
    private func secretOptions(in scratch: Scratch) async throws -> [String] {
        let reference = try await scratch.sluice("stages", "--markdown").succeeded().output
        return reference.matches(of: /\| `([a-z0-9-]+)` \| [a-z ]*secret text/).map { String($0.1) }
    }

    private func pipeline(token: String, signingKey: String, store: String) -> String {
        let parameters =
            (token + signingKey + store).contains("${value}") ? "parameters: { value: \(Self.canary) }\n" : ""
        return """
            pipeline: secretive
            \(parameters)\
            stages:
              picture: { use: test.video, with: { size: 160x90, rate: 25, live: true } }
              video: { use: video.encode, from: picture }
              segments: { use: fmp4.segment, from: video, with: { interval: 1s } }
              playlists: { use: hls.playlist, from: segments }
              origin: { use: http.origin, from: playlists, with: { listen: "127.0.0.1:0", \(token), \(signingKey) } }
              store: { use: http.push, from: playlists, with: { drain: 0s, \(store) } }

            """
    }

    @Test func aCanaryInEverySecretOptionIsNeverPrinted() async throws {
        try await Scratch.use { scratch in
            #expect(
                try await secretOptions(in: scratch).sorted() == [
                    "basic", "bearer", "headers", "secret-key", "session-token", "signing-key", "token",
                ], "a new secret option belongs into this test")
            let key = Self.canary
            _ = try scratch.write("key.txt", key + "\n")
            let url = "url: \"http://user:\(key)@127.0.0.1:1/\""
            let plain = "url: \"http://127.0.0.1:1/?sig=\(key)\""
            let pipelines = [
                pipeline(
                    token: "token: \(key)", signingKey: "signing-key: \"${value}\"", store: "\(plain), bearer: \(key)"),
                pipeline(
                    token: "token-file: key.txt", signingKey: "signing-key-file: key.txt",
                    store: "\(plain), basic: \"a:${file:key.txt}\", headers: [\"X-Key: \(key)\"]"),
                pipeline(
                    token: "token: \"\"", signingKey: "signing-key: \"\"",
                    store: "\(plain), s3: { region: a, access-key: b, secret-key: \(key), session-token-file: key.txt }"
                ),
                // Misspelled keys, a wrong type, a value that is too short, and invalid YAML.
                pipeline(token: "tokne: \(key)", signingKey: "singing-kye: \(key)", store: "\(url), baerer: \(key)"),
                pipeline(
                    token: "token: [\(key)]", signingKey: "signing-key: { a: \(key) }",
                    store: "\(plain), s3: { regoin: a, secret-kye: \(key) }"),
                pipeline(token: "token \(key)", signingKey: "signing-key=\(key)", store: "\(plain), bearer: \"\(key)"),
                pipeline(token: "token: \"${value}", signingKey: "rate: \"${value}\"", store: plain),
                pipeline(
                    token: "token: \(key), token-file: key.txt", signingKey: "signing-key-file: none", store: plain),
            ]
            for (index, text) in pipelines.enumerated() {
                _ = try scratch.write("pipeline.yaml", text)
                for words in [
                    ["check", "pipeline.yaml"], ["check", "pipeline.yaml", "--set", "value=\(key)"],
                    ["check", "pipeline.yaml", "--set", key], ["graph", "pipeline.yaml"],
                    ["graph", "--dot", "pipeline.yaml"], ["graph", "--svg", "pipeline.yaml"],
                    ["run", "pipeline.yaml", "--duration", "2s", "--report", "json"], ["reload", "--list"],
                ] {
                    var command = scratch.command(words)
                    command.environment = ["XDG_RUNTIME_DIR": scratch.folder.path, "SLUICE_PARAM_VALUE": key]
                    let outcome = try await command.run()
                    let printed = outcome.output + outcome.errors
                    #expect(!printed.contains(key), "pipeline \(index): \(outcome)")
                    #expect(words[0] != "check" || words.count > 2 || (outcome.code == 0) == (index < 3), "\(outcome)")
                }
            }
        }
    }

    @Test func theFirstLinesNameParametersFromTheEnvironmentAndSIGUSR1PrintsAReport() async throws {
        try await Scratch.use { scratch in
            _ = try scratch.write(
                "pipeline.yaml",
                """
                parameters: { out-file: out.mp4 }
                stages:
                  picture: { use: test.video, with: { size: 160x90, rate: 25, live: true } }
                  video: { use: video.encode, from: picture }
                  recording: { use: file.movie, from: video, with: { path: "${out-file}" } }

                """)
            var command = scratch.command(["run", "pipeline.yaml"])
            command.environment = [
                "XDG_RUNTIME_DIR": scratch.folder.path, "SLUICE_PARAM_OUT_FILE": "other.mp4", "out_file": "wrong.mp4",
            ]
            command.isIdle = true
            let run = try command.start()
            defer { run.end() }
            let line = "Z note: parameters from the environment: out-file (SLUICE_PARAM_OUT_FILE)"
            #expect(try await eventually(within: 30) { run.errors.contains("Z started\n") }, "\(run.errors)")
            #expect(run.errors.split(separator: "\n").first?.hasSuffix(line) == true, "\(run.errors)")
            // A recording without samples would fail.
            try await run.waitForMedia()
            run.signal(SIGUSR1)
            #expect(try await eventually(within: 30) { run.errors.contains(": running, ") }, "\(run.errors)")
            #expect(run.isRunning && run.errors.contains("video.encode"))
            run.signal(SIGINT)
            _ = try await run.outcome(within: 30).succeeded()
            #expect(FileManager.default.fileExists(atPath: scratch.file("other.mp4").path))
            #expect(!FileManager.default.fileExists(atPath: scratch.file("wrong.mp4").path))
        }
    }
}
