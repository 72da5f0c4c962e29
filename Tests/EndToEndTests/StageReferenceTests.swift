import Foundation
import Testing

@Suite struct StageReferenceTests {
    @Test func theStageReferenceIsFresh() async throws {
        try await Scratch.use { scratch in
            let generated = try await scratch.sluice("stages", "--markdown").succeeded().output
            let page = Sluice.package.appending(path: "Sources/StageKit/StageKit.docc/StageReference.md")
            let committed = try String(contentsOf: page, encoding: .utf8)
            #expect(generated == committed, "the stage reference is stale: run 'make reference' and commit it")
        }
    }

    @Test func theDocumentationRendersWithoutAWarning() async throws {
        try await Scratch.use { scratch in
            let modules = Sluice.tool.deletingLastPathComponent().appending(path: "Modules")
            let script = Sluice.package.appending(path: "Scripts/render-documentation")
            let outcome = try await scratch.run(
                script.path, [scratch.file("pages").path, modules.path], limit: 240
            ).succeeded()
            #expect(!outcome.errors.contains("warning:"), "\(outcome)")
            for page in [
                "stagekit/writingastage", "httpstages/cachingedges", "assetwriting/members", "assetdownloading",
            ] {
                let file = scratch.file("pages/data/documentation/\(page).json")
                #expect(FileManager.default.fileExists(atPath: file.path), "\(outcome)")
            }
        }
    }
}
