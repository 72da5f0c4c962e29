import Foundation
import Testing

/// The manual pages, generated from the definitions of commands and stages.
struct ManualTests {
    private static let isManInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/man")

    @Test(.enabled(if: ManualTests.isManInstalled, "man is not installed"))
    func manualPagesAreValidAndComplete() async throws {
        try await Scratch.use { scratch in
            let commands = try await scratch.sluice("help").succeeded().output.matches(of: #/\n  (\w+) +[A-Z][a-z]/#)
                .map { String($0.1) }
            let pages = try await scratch.sluice("manual").succeeded().output.split(separator: "\n").map(String.init)
            #expect(pages == ["sluice.1"] + commands.map { "sluice-\($0).1" } + ["sluice-pipeline.5"])
            for page in pages {
                _ = try scratch.write(page, try await scratch.sluice("manual", page).succeeded().output)
            }
            var man = Command(
                program: "man", arguments: ["-l", "-Tutf8", "--warnings", "-P", "cat"] + pages.map { "./\($0)" },
                folder: scratch.folder)
            man.environment = ["LC_ALL": "C.UTF-8", "MANWIDTH": "100"]
            let outcome = try await man.run().succeeded()
            // man prints nothing but the warnings of groff.
            #expect(outcome.errors.isEmpty, "\(outcome)")

            // Bold and italic characters are overstruck, or are between escape sequences.
            let text = outcome.output.replacing(/.\x08|\x1b\[[0-9;]*m/, with: "")
            let options = try await scratch.sluice("validate", "--help").succeeded().output.matches(of: /(--[a-z-]+)/)
            #expect(options.allSatisfy { text.contains($0.1) }, "\(text.suffix(2000))")
            let kinds = try await scratch.sluice("stages").succeeded().output.split(separator: "\n")
            #expect(kinds.allSatisfy { text.contains("\n   \($0.prefix { $0 != " " })\n") }, "\(text.suffix(2000))")
        }
    }
}
