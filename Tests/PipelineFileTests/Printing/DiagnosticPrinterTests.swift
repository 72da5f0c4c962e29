import PipelineFile
import StageKit
import Testing

struct DiagnosticPrinterTests {
    private func printed(_ line: String, column: Int, length: Int) -> [String] {
        let location = SourceLocation(file: "a", line: 1, column: column, length: length)
        let text = DiagnosticPrinter.text(
            [Diagnostic(code: "x", message: "m", at: location)], sources: ["a": SourceText(path: "a", text: line)])
        return text.split(separator: "\n").dropFirst().map(String.init)
    }

    @Test func markerAlignsWithWideCharacters() {
        #expect(printed("画面: x", column: 5, length: 1) == ["    1 | 画面: x", "      |       ^"])
        #expect(printed("e\u{301}: x", column: 5, length: 1) == ["    1 | e\u{301}: x", "      |    ^"])
        #expect(printed("画面", column: 1, length: 2) == ["    1 | 画面", "      | ^~~~"])
    }

    @Test func tabIsFourSpaces() {
        #expect(printed("\tx", column: 2, length: 1) == ["    1 |     x", "      |     ^"])
    }

    @Test func locationAfterLineIsMarkedAtEnd() {
        #expect(printed("ab", column: 9, length: 4) == ["    1 | ab", "      |   ^"])
    }

    @Test func controlCharactersAreEscaped() {
        let text = DiagnosticPrinter.text([Diagnostic(code: "x", message: "\u{1b}[31m\u{202e}", notes: ["a\nb"])])
        #expect(text == "error: \\u{1b}[31m\\u{202e}\nnote: a\\nb\n")
        #expect(printed("\u{1b}x", column: 2, length: 1)[0] == "    1 | ·x")
    }

    @Test func longLineIsTrimmedAroundLocation() {
        let line = String(repeating: "a", count: 300) + "here" + String(repeating: "b", count: 300)
        let lines = printed(line, column: 301, length: 4)
        #expect(lines[0].hasPrefix("    1 | …aaa") && lines[0].hasSuffix("bbb…"))
        #expect(lines[0].count == 8 + 102)
        #expect(
            lines[0].distance(from: lines[0].startIndex, to: lines[0].firstIndex(of: "h") ?? lines[0].endIndex)
                == lines[1].count - 4)
    }

    /// Stages may have any name, also that of a secret.
    @Test(arguments: ["key: { use: video.encode }", "\"token\" : { use : a, with: { x: 1 } }"])
    func stageWithTheNameOfASecretIsShown(line: String) {
        #expect(printed(line, column: 1, length: 3)[0] == "    1 | \(line)")
    }

    @Test(arguments: [
        ("key: { use: a, with: { token: abc } }", 1, "key: { use: a, with: { token: *** } }"),
        ("key: { value: abc }", 1, "key: { *****: *** }"), ("key: used", 1, "key: ****"),
        ("key:\n  use: a\n  with: { x: 1 }", 2, "  use: a"), ("key:\n  use: a\n  with: { x: 1 }", 1, "key:"),
        ("key:\n  value: abc", 2, "  *****: ***"), ("token:\n  - used: abc", 2, "  * ****: ***"),
    ])
    func secretsAreMaskedUnlessTheirKeyIsThatOfAStage(text: String, line: Int, expected: String) {
        let location = SourceLocation(file: "a", line: line, column: 1, length: 1)
        let printed = DiagnosticPrinter.text(
            [Diagnostic(code: "x", message: "m", at: location)], sources: ["a": SourceText(path: "a", text: text)])
        #expect(printed.split(separator: "\n").dropFirst().first == "    \(line) | \(expected)", "\(printed)")
    }

    @Test func errorsAndWarningsAreCounted() {
        let error = Diagnostic(code: "x", message: "m")
        #expect(DiagnosticPrinter.summary([error]) == "1 error")
        #expect(
            DiagnosticPrinter.summary([error, error, Diagnostic(.warning, code: "y", message: "n")])
                == "2 errors, 1 warning")
    }
}
