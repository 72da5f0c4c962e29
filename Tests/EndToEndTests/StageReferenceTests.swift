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
}
