import Foundation
import Testing

/// Content keys, in everything that others can read.
@Suite struct KeySecrecyTests {
    @Test func keysAreInNoOutputAndNoCoreDump() async throws {
        try await Scratch.use { scratch in
            let server = Sluice.package.appending(path: "Tests/ContentKeysTests/Scripts/keyserver.py")
            let outcome = try await scratch.run(
                "python3", [Sluice.script("find-keys.py").path, Sluice.tool.path, server.path], limit: 120)
            #expect(outcome.code == 0 && outcome.output.contains("found: nothing"), "\(outcome)")
        }
    }

    @Test func keyFilesAreNewAndPrivate() async throws {
        try await Scratch.use { scratch in
            let arguments = ["new", "--labels", "audio,sd+hd", "--periods", "2", "--output", "keys-{period}.json"]
            _ = try await scratch.command(["keys"] + arguments).run().succeeded()
            let files = try ["keys-0.json", "keys-1.json"].map { try Data(contentsOf: scratch.file($0)) }
            #expect(files[0] != files[1])
            struct Document: Decodable {
                struct Key: Decodable { var kid, key: String, labels: [String] }
                var keys: [Key]
            }
            let keys = try files.flatMap { try JSONDecoder().decode(Document.self, from: $0).keys }
            #expect(keys.map(\.labels) == [["audio"], ["sd", "hd"], ["audio"], ["sd", "hd"]])
            #expect(Set(keys.map(\.kid)).count == 4 && Set(keys.map(\.key)).count == 4)
            #expect(keys.allSatisfy { UUID(uuidString: $0.kid) != nil && $0.key.count == 32 })
            let mode = try FileManager.default.attributesOfItem(atPath: scratch.file("keys-0.json").path)[
                .posixPermissions]
            #expect(mode as? Int == 0o600)

            let again = try await scratch.command(["keys"] + arguments).run()
            #expect(again.code == 1 && again.errors.contains("the file exists"), "\(again)")
            #expect(try Data(contentsOf: scratch.file("keys-0.json")) == files[0])
            for (words, message) in [
                (["new", "--labels", "audio,all"], "twice"), (["new", "--labels", "radio"], "radio"),
                (["new", "--periods", "2", "--output", "keys.json"], "{period}"), (["old"], "old"),
            ] {
                let refused = try await scratch.command(["keys"] + words).run()
                #expect(refused.code == 64 && refused.errors.contains(message), "\(refused)")
                #expect(refused.output.isEmpty)
            }
            // `script` provides a terminal.
            let terminal = try await scratch.run("script", ["-qec", "\(Sluice.tool.path) keys new", "/dev/null"])
            #expect(terminal.output.contains("not displayed on a terminal"), "\(terminal)")
            #expect(!terminal.output.contains("\"key\""))
        }
    }
}
