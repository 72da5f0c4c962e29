import StageKit

/// A text file that was read, by lines, for messages that show where something stands.
package struct SourceText: Sendable {
    /// The path as the user gave it.
    package let path: String
    package let text: String
    /// The lines without their ends; lines are counted as YAML counts them.
    let lines: [[Unicode.Scalar]]
    /// How long each line is without the blanks at its end.
    private let lengths: [Int]

    /// A text under the path that messages call it by.
    package init(path: String, text: String) {
        self.path = path
        self.text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        lines = Self.split(self.text.unicodeScalars)
        lengths = lines.map { line in (line.lastIndex { $0 != " " && $0 != "\t" } ?? -1) + 1 }
    }

    /// The line with this number, counted from 1; empty when there is none.
    func line(_ number: Int) -> [Unicode.Scalar] { lines.indices.contains(number - 1) ? lines[number - 1] : [] }

    /// The place from one mark to another, cut at the end of the first line.
    func location(from start: YAMLMark, to end: YAMLMark) -> SourceLocation {
        let rest = (lengths.indices.contains(start.line) ? lengths[start.line] : 0) - start.column
        let length = start.line == end.line ? end.column - start.column : rest
        return SourceLocation(file: path, line: start.line + 1, column: start.column + 1, length: max(length, 1))
    }

    /// The place of the byte with this offset.
    func location(ofByte offset: Int) -> SourceLocation {
        let before = String(decoding: text.utf8.prefix(max(offset, 0)), as: UTF8.self)
        let lines = Self.split(before.unicodeScalars)
        return SourceLocation(file: path, line: lines.count, column: (lines.last?.count ?? 0) + 1)
    }

    /// The place of `part` inside `location`; `location` itself when the part is not written there as it is.
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

    /// Splits where YAML 1.1 breaks lines: CR LF, LF, CR, NEL, LS and PS.
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
