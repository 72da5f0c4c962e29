import Foundation
import PipelineFile
import Testing

/// Loads every file in `Golden` and compares the printed diagnostics with the text file of the same name.
///
/// A first line `# set: a=1 b=2` or `# environment: a=1` sets parameters. If the environment contains `RECORD_GOLDEN`,
/// the text files are written instead.
struct GoldenTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".yaml") && !$0.hasPrefix("base") }.sorted()
    }()

    @Test(arguments: names) func invalidFileIsReported(name: String) throws {
        let file = Self.folder.appending(path: name)
        let bytes = Array(try Data(contentsOf: file))
        let head = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let result = PipelineFile.load(
            path: file.path, settings: pairs(head, "# set:"), environment: pairs(head, "# environment:"),
            catalogue: testCatalogue)
        let text = result.text.replacing(Self.folder.path + "/", with: "")
        let expectation = file.deletingPathExtension().appendingPathExtension("txt")
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
            try Data(text.utf8).write(to: expectation)
        }
        let expected = String(decoding: try Data(contentsOf: expectation), as: UTF8.self)
        #expect(text == expected)
        #expect(result.plan == nil)
        let code = file.deletingPathExtension().lastPathComponent.prefix { $0 != "+" }
        #expect(result.codes.contains(String(code)), "the file name is a code in its text")
    }

    @Test func everyCodeHasGoldenFile() {
        let shown = Set(Self.names.map { String($0.dropLast(5).prefix { $0 != "+" }) })
        #expect(shown.isSuperset(of: Self.codes), "missing: \(Set(Self.codes).subtracting(shown).sorted())")
    }

    static let codes = [
        "bad-name", "bad-parameter", "bad-yaml", "cycle", "duplicate-input", "duplicate-key", "empty-pipeline",
        "forward-reference", "invalid-options", "invalid-policy", "limit-reached", "missing-from", "missing-key",
        "missing-option",
        "missing-parameter", "nested-extends", "out-of-range", "payload-mismatch", "undeclared-parameter",
        "unexpected-from", "unknown-key", "unknown-kind", "unknown-option", "unknown-stage", "unreadable-file",
        "unused-stage", "wrong-type", "wrong-unit",
    ]

    private func pairs(_ line: String, _ prefix: String) -> [String: String] {
        guard line.hasPrefix(prefix) else { return [:] }
        return line.dropFirst(prefix.count).split(separator: " ").reduce(into: [:]) { pairs, word in
            let parts = word.split(separator: "=", maxSplits: 1)
            pairs[String(parts[0])] = parts.count == 2 ? String(parts[1]) : ""
        }
    }
}
