import Foundation
import Testing

/// The commands of README.md and of the pages in Documentation.
@Suite struct DocumentationTests {
    @Test(.timeLimit(.minutes(8)))
    func commandsOfThePagesSucceed() async throws {
        try await Scratch.use { scratch in
            let script = Sluice.package.appending(path: "Scripts/check-examples")
            let outcome = try await scratch.run(
                script.path, ["--tool", Sluice.tool.path, "--verbose"], limit: 400)
            #expect(outcome.code == 0 && !outcome.isTimedOut, "\(outcome)")
            // A page that loses its marks would be skipped without a failure.
            for page in ["README.md", "Documentation/GettingStarted.md", "Documentation/Cookbook.md"] {
                #expect(outcome.output.contains("\(page):"), "\(outcome)")
            }
        }
    }

    @Test func aFailingCommandIsReportedWithItsLineAndOutput() async throws {
        try await Scratch.use { scratch in
            let page = try scratch.write("page.md", "# Page\n\n```sh\nsluice check absent.yaml\n```\n")
            let script = Sluice.package.appending(path: "Scripts/check-examples")
            let outcome = try await scratch.run(script.path, ["--tool", Sluice.tool.path, page.path], limit: 120)
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("page.md:3: this block exited with"), "\(outcome)")
            #expect(outcome.errors.contains("absent.yaml"), "\(outcome)")
        }
    }
}
