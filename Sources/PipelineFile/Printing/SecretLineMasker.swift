import Media
import StageKit

/// Masks the secrets in a source line that a diagnostic shows. The length of the line does not change.
///
/// In an invalid file the meaning of a key may be unknown, so every key that resembles the name of a secret counts as
/// one.
struct SecretLineMasker {
    private let source: SourceText
    private let redactor: Redactor

    init(_ source: SourceText, _ redactor: Redactor) {
        self.source = source
        self.redactor = redactor
    }

    /// Returns the masked source line of a diagnostic.
    func line(of diagnostic: Diagnostic, at location: SourceLocation) -> [Unicode.Scalar] {
        var line = source.line(location.line)
        var ranges = redactor.ranges(in: line)
        if isInsideSecret(location.line) {
            ranges.append(Self.indentation(line)..<line.count)
        } else if let start = secretStart(in: line, location.line) {
            ranges.append(start..<line.count)
        }
        if diagnostic.isSecret {
            let start = location.column - 1 + (diagnostic.code == "unknown-option" ? location.length : 0)
            ranges.append(min(start, line.count)..<line.count)
        }
        for range in ranges {
            for index in range where !Self.punctuation.contains(line[index]) { line[index] = "*" }
        }
        return line
    }

    /// Whether the line is part of the value of a secret whose key is on an earlier line.
    private func isInsideSecret(_ number: Int) -> Bool {
        var indentation = Self.indentation(source.line(number))
        var above = number - 1
        while above >= 1, number - above <= 200, indentation > 0 {
            let line = source.line(above)
            let own = Self.indentation(line)
            if own < line.count, own < indentation {
                indentation = own
                // The key has no value on its line, or only the indicator of a block scalar or list.
                if let start = secretStart(in: line, above), line.count - start <= 3 { return true }
            }
            above -= 1
        }
        return false
    }

    private static func indentation(_ line: [Unicode.Scalar]) -> Int {
        line.firstIndex { $0 != " " && $0 != "\t" } ?? line.count
    }

    /// The index after the first word that may be the key of a secret; nil when there is none.
    ///
    /// Everything after it is masked, since the quotes, brackets or the colon itself may be the syntax error.
    private func secretStart(in line: [Unicode.Scalar], _ number: Int) -> Int? {
        var start = 0
        while start < line.count {
            guard Self.isWord(line[start]) else {
                start += 1
                continue
            }
            let end = line[start...].firstIndex { !Self.isWord($0) } ?? line.count
            let mark = line[end...].first { $0 != " " && $0 != "\"" && $0 != "'" }
            let isKey = mark == ":" || mark == "=" || mark == nil || start == Self.indentation(line)
            if isKey, Self.isSecret(String(String.UnicodeScalarView(line[start..<end]))), !isStage(line, end, number) {
                return min(end + 1, line.count)
            }
            start = end
        }
        return nil
    }

    /// Whether the key that ends at an index is the name of a stage, which may be any word: its value begins with `use`.
    private func isStage(_ line: [Unicode.Scalar], _ end: Int, _ number: Int) -> Bool {
        let mark = line[end...].drop { $0 == "\"" || $0 == "'" || Self.isBlank($0) }
        guard mark.first == ":" else { return false }
        let value = mark.dropFirst().drop(while: Self.isBlank)
        if value.first == "{" { return Self.beginsWithUse(value.dropFirst()) }
        let next = source.line(number + 1)
        return value.isEmpty && Self.indentation(next) > Self.indentation(line) && Self.beginsWithUse(next[...])
    }

    private static func beginsWithUse(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
        let word = text.drop(while: isBlank)
        return word.starts(with: "use".unicodeScalars) && word.dropFirst(3).drop(while: isBlank).first == ":"
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar == "-" || scalar == "_" || ("0"..."9").contains(scalar)
    }

    private static func isSecret(_ key: String) -> Bool {
        let parts = key.lowercased().split { $0 == "-" || $0 == "_" }
        // The path of a secret file is not secret.
        if parts.last == "file" { return false }
        return parts.contains { part in
            words.contains(String(part))
                || part.count > 4 && SpellingSuggestion.closest(to: String(part), among: words) != nil
        }
    }

    private static let words: Set<String> = [
        "auth", "authorization", "basic", "bearer", "credential", "credentials", "header", "headers", "key", "keys",
        "passphrase", "passwd", "password", "secret", "secrets", "signature", "token", "tokens",
    ]
    private static let punctuation: Set<Unicode.Scalar> = [" ", ":", "\t", "\"", "'", "{", "}", "[", "]"]
}
