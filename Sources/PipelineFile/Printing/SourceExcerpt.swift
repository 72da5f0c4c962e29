import StageKit

/// A source line with a marker below a location.
struct SourceExcerpt {
    /// Maximum width of the line in columns; a longer line is trimmed around the location.
    static let width = 100

    /// The source line and the marker line, each with a gutter and a line break.
    let text: String

    init(_ scalars: [Unicode.Scalar], at location: SourceLocation) {
        let start = min(max(location.column - 1, 0), scalars.count)
        let end = min(max(start, start &+ location.length), scalars.count)
        let window = Self.window(scalars, start)
        var shown = window.lowerBound > 0 ? "…" : ""
        var marks = window.lowerBound > 0 ? " " : ""
        for index in window {
            shown += DisplayText.shown(scalars[index])
            let mark = index < start ? " " : index == start ? "^" : index < end ? "~" : ""
            let width = DisplayText.width(scalars[index])
            marks += mark == "^" ? "^" + String(repeating: "~", count: max(0, width - 1)) : repeated(mark, width)
        }
        if start >= scalars.count { marks += "^" }
        if window.upperBound < scalars.count { shown += "…" }
        let number = String(location.line)
        let gutter = String(repeating: " ", count: max(0, 5 - number.count))
        text = "\(gutter)\(number) | \(shown)\n      | \(marks)\n"
    }

    /// The range of scalars to show: all of them, or a window around the location.
    ///
    /// Examines only the scalars near the location, because a file may be one long line.
    private static func window(_ scalars: [Unicode.Scalar], _ start: Int) -> Range<Int> {
        if scalars.count <= width, fitting(scalars, 0..., width) == scalars.count { return scalars.indices }
        // A third of the width is for the text before the location.
        var lower = start
        var used = 0
        while lower > max(0, start - width), used + DisplayText.width(scalars[lower - 1]) <= width / 3 {
            lower -= 1
            used += DisplayText.width(scalars[lower])
        }
        return lower..<fitting(scalars, lower..., width)
    }

    /// Returns the end of the scalars that fit into `columns`.
    private static func fitting(_ scalars: [Unicode.Scalar], _ range: PartialRangeFrom<Int>, _ columns: Int) -> Int {
        var end = range.lowerBound
        var used = 0
        while end < min(scalars.count, range.lowerBound + 2 * width) {
            used += DisplayText.width(scalars[end])
            guard used <= columns else { break }
            end += 1
        }
        return end
    }
}

private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
