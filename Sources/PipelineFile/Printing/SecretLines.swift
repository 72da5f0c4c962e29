import StageKit

/// Masks the secrets of a source line that is shown in a message; the line keeps its length.
///
/// The file may be wrong, so that it is not known which options its words mean: keys that look like those of secrets count.
struct SecretLines {
    private let source: SourceText
    private let redactor: Redactor

    init(_ source: SourceText, _ redactor: Redactor) {
        self.source = source
        self.redactor = redactor
    }

    /// The line of a diagnostic.
    func line(of diagnostic: Diagnostic, at location: SourceLocation) -> [Unicode.Scalar] {
        var line = source.line(location.line)
        var ranges = redactor.ranges(in: line)
        if isInsideSecret(location.line) {
            ranges.append(Self.indentation(line)..<line.count)
        } else if let start = Self.secretStart(in: line) {
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

    /// Whether the line belongs to the value of a secret whose key stands on a line before it.
    private func isInsideSecret(_ number: Int) -> Bool {
        var indentation = Self.indentation(source.line(number))
        var above = number - 1
        while above >= 1, number - above <= 200, indentation > 0 {
            let line = source.line(above)
            let own = Self.indentation(line)
            if own < line.count, own < indentation {
                indentation = own
                // A key without a value on its own line, or with the mark of a block or of a list.
                if let start = Self.secretStart(in: line), line.count - start <= 3 { return true }
            }
            above -= 1
        }
        return false
    }

    private static func indentation(_ line: [Unicode.Scalar]) -> Int {
        line.firstIndex { $0 != " " && $0 != "\t" } ?? line.count
    }

    /// The place behind the first word of a line that may be the key of a secret; nil where there is none.
    ///
    /// All that follows is masked: quotes, brackets and the colon itself may be what is wrong with the line.
    private static func secretStart(in line: [Unicode.Scalar]) -> Int? {
        var start = 0
        while start < line.count {
            guard isWord(line[start]) else {
                start += 1
                continue
            }
            let end = line[start...].firstIndex { !isWord($0) } ?? line.count
            let mark = line[end...].first { $0 != " " && $0 != "\"" && $0 != "'" }
            let isKey = mark == ":" || mark == "=" || mark == nil || start == indentation(line)
            if isKey, isSecret(String(String.UnicodeScalarView(line[start..<end]))) {
                return min(end + 1, line.count)
            }
            start = end
        }
        return nil
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar == "-" || scalar == "_" || ("0"..."9").contains(scalar)
    }

    private static func isSecret(_ key: String) -> Bool {
        let parts = key.lowercased().split { $0 == "-" || $0 == "_" }
        // The path of a file is no secret.
        if parts.last == "file" { return false }
        return parts.contains { part in
            words.contains(String(part)) || part.count > 4 && Spelling.closest(to: String(part), among: words) != nil
        }
    }

    private static let words: Set<String> = [
        "auth", "authorization", "basic", "bearer", "credential", "credentials", "header", "headers", "key", "keys",
        "passphrase", "passwd", "password", "secret", "secrets", "signature", "token", "tokens",
    ]
    private static let punctuation: Set<Unicode.Scalar> = [" ", ":", "\t", "\"", "'", "{", "}", "[", "]"]
}
