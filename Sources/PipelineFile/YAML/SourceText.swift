import StageKit

/// The text of a file, split into lines, for diagnostics that show locations.
package struct SourceText: Sendable {
    /// The path as given by the user.
    package let path: String
    package let text: String
    /// The lines without line breaks, split as in YAML 1.1.
    let lines: [[Unicode.Scalar]]
    /// The length of each line without trailing blanks.
    private let lengths: [Int]

    /// Creates a source text; `path` is shown in diagnostics.
    package init(path: String, text: String) {
        self.path = path
        self.text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        lines = Self.split(self.text.unicodeScalars)
        lengths = lines.map { line in (line.lastIndex { $0 != " " && $0 != "\t" } ?? -1) + 1 }
    }

    /// Returns the line with a number, counted from 1; empty when it does not exist.
    func line(_ number: Int) -> [Unicode.Scalar] { lines.indices.contains(number - 1) ? lines[number - 1] : [] }

    /// Returns the location between two marks; truncated to the first line if it spans several.
    func location(from start: YAMLMark, to end: YAMLMark) -> SourceLocation {
        let rest = (lengths.indices.contains(start.line) ? lengths[start.line] : 0) - start.column
        let length = start.line == end.line ? end.column - start.column : rest
        return SourceLocation(file: path, line: start.line + 1, column: start.column + 1, length: max(length, 1))
    }

    /// Returns the location of the byte at an offset.
    func location(ofByte offset: Int) -> SourceLocation {
        let before = String(decoding: text.utf8.prefix(max(offset, 0)), as: UTF8.self)
        let lines = Self.split(before.unicodeScalars)
        return SourceLocation(file: path, line: lines.count, column: (lines.last?.count ?? 0) + 1)
    }

    /// Returns the location of `part` within `location`; `location` itself when the source does not contain `part`
    /// verbatim.
    func location(of part: String, in location: SourceLocation) -> SourceLocation {
        let line = line(location.line)
        let wanted = Array(part.unicodeScalars)
        let end = min(line.count, location.column - 1 + location.length)
        var start = location.column - 1
        while start >= 0, start + wanted.count <= end {
            if line[start..<start + wanted.count].elementsEqual(wanted) {
                return SourceLocation(
                    file: location.file, line: location.line, column: start + 1, length: wanted.count)
            }
            start += 1
        }
        return location
    }

    /// Splits at the line breaks of YAML 1.1: CR LF, LF, CR, NEL, LS and PS.
    private static func split(_ scalars: String.UnicodeScalarView) -> [[Unicode.Scalar]] {
        var lines: [[Unicode.Scalar]] = []
        var line: [Unicode.Scalar] = []
        var previous: Unicode.Scalar = "\0"
        for scalar in scalars {
            defer { previous = scalar }
            if scalar == "\n", previous == "\r" { continue }
            switch scalar {
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
                lines.append(line)
                line = []
            default: line.append(scalar)
            }
        }
        lines.append(line)
        return lines
    }
}
