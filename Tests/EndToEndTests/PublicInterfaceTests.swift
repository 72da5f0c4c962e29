import Foundation
import Testing

/// The comparison of the public API with that of the last release.
@Suite struct PublicInterfaceTests {
    /// Compares the build with the stored API after `change` has edited the copy of a module's file.
    private func compare(
        _ module: String, accepting accepted: String = "", _ change: (inout [String]) -> Void
    ) async throws -> Outcome {
        try await Scratch.use { scratch in
            let stored = Sluice.package.appending(path: "Documentation/API")
            try FileManager.default.copyItem(at: stored, to: scratch.file("API"))
            let file = scratch.file("API/\(module).txt")
            var lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
            change(&lines)
            try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file)
            // In addition to the changes since the last release.
            let list = scratch.file("API/Accepted.txt")
            let known = try String(contentsOf: list, encoding: .utf8)
            try Data((known + accepted).utf8).write(to: list)
            let script = Sluice.package.appending(path: "Scripts/check-api").path
            return try await scratch.run(script, ["--baseline", scratch.file("API").path])
        }
    }

    @Test func theStoredInterfaceIsUnbroken() async throws {
        _ = try await compare("StageKit") { _ in }.succeeded()
    }

    @Test func aRemovedDeclarationIsRejectedUnlessItIsAccepted() async throws {
        let line = "StageCatalogue: func formerName()"
        let rejected = try await compare("StageKit") { $0.append(line) }
        #expect(rejected.code == 1)
        #expect(rejected.errors.contains("missing or changed in the build: \(line)"), "\(rejected)")
        _ = try await compare("StageKit", accepting: line + "\n") { $0.append(line) }.succeeded()
    }

    @Test func aNewRequirementIsRejectedAndANewFunctionIsNot() async throws {
        let requirement = "required Inlet: func receive() async throws -> [Message<Self.Input>]?"
        let rejected = try await compare("StageKit") { lines in lines.removeAll { $0 == requirement } }
        #expect(rejected.code == 1)
        #expect(rejected.errors.contains("added by the build: \(requirement)"), "\(rejected)")
        _ = try await compare("StageKit") { lines in
            lines.removeAll { $0.hasPrefix("StageCatalogue: mutating func register") }
        }.succeeded()
    }
}
