import Foundation
import Testing

/// Checks that the tests named in the member table exist and that all public members are listed.
@Suite struct MemberTableTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    private func sources(in folder: String) throws -> [String] {
        let files = FileManager.default.enumerator(atPath: Self.root.appending(path: folder).path)
        return try (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
            .map { try text("\(folder)/\($0)") }
    }

    /// Returns the code spans in one column of all tables with this number of columns.
    private func names(column: Int, of count: Int) throws -> [String] {
        try text("Sources/AssetWriting/AssetWriting.docc/Members.md").split(separator: "\n").flatMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            guard cells.count == count else { return [String]() }
            return cells[cells.startIndex + column].matches(of: /`([^`]+)`/).map { String($0.1) }
        }
    }

    @Test func everyTestThatTheTableNamesExists() throws {
        let folders = [
            "Tests/AssetWritingTests", "Tests/AssetWritingMediaTests", "Tests/PackagingTests",
            "Tests/AVFoundationCompatibilityTests/Writing",
        ]
        let tests = try folders.flatMap(sources).joined()
        let named = try names(column: 2, of: 4) + names(column: 1, of: 2)
        #expect(named.count > 90)
        for name in Set(named) {
            #expect(
                tests.contains("func \(name)(") || tests.contains("struct \(name) {")
                    || tests.contains("class \(name) {"), "there is no test \(name)")
        }
    }

    @Test func everyRowNamesATest() throws {
        let lines = try text("Sources/AssetWriting/AssetWriting.docc/Members.md").split(separator: "\n")
        let rows = lines.map { $0.split(separator: "|") }.filter { $0.count == 4 && $0[0].contains("`") }
        #expect(rows.count > 50)
        for row in rows { #expect(row[2].contains("`"), "\(row[0])") }
    }

    @Test(arguments: [
        "Writer/AssetWriter.swift", "Writer/AssetWriter+Inputs.swift", "Writer/AssetWriter+Properties.swift",
        "Input/AssetWriterInput.swift", "Input/AssetWriterInput+Passes.swift",
        "Input/AssetWriterInput+Properties.swift", "Input/AssetWriterInput+Requests.swift", "Reading/Asset.swift",
        "Reading/AssetTrack.swift", "Reading/AssetReader.swift", "Reading/AssetReaderTrackOutput.swift",
        "Reading/ReaderSequences.swift",
    ])
    func everyPublicMemberIsInTheTable(path: String) throws {
        let table = Set(try names(column: 0, of: 4).flatMap { $0.matches(of: /\w+/).map { String($0.0) } })
        // Members of the type only: nested types are indented further.
        let members = try text("Sources/AssetWriting/\(path)")
            .matches(of: /\n {4}(?:@\w+ )?public (?:private\(set\) )?(?:var|let|func) (\w+)/)
            .filter { $0.1 != "makeAsyncIterator" }
        #expect(!members.isEmpty)
        for member in members { #expect(table.contains(String(member.1)), "\(member.1) is not in the table") }
    }
}
