import Foundation
import Testing

/// Compares the module's public symbols with the list of AVFoundation's symbols that programs use.
@Suite struct SymbolTableTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test func everySymbolIsHereOrItsAbsenceIsExplained() throws {
        let modules = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "Modules")
        let folder = try #require(modules)
        try ReadingMovies.run(Self.root.appending(path: "Scripts/compatibility-table").path, ["--check", folder.path])
    }
}
