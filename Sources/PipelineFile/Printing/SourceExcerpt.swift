import StageKit

/// A source line with a mark under the place that is meant.
struct SourceExcerpt {
    /// Columns that a line may take before it is trimmed around the place.
    static let width = 100

    /// Two lines, each with its gutter and line end.
    let text: String

    init(_ line: String, at location: SourceLocation) {
        let scalars = Array(line.unicodeScalars)
        let start = min(max(location.column - 1, 0), scalars.count)
        let end = min(max(start, start &+ location.length), scalars.count)
        let window = Self.window(scalars, start, end)
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

    /// The scalars that are shown: all, or as many as fit, the place among them.
    private static func window(_ scalars: [Unicode.Scalar], _ start: Int, _ end: Int) -> Range<Int> {
        let widths = scalars.map(DisplayText.width)
        if widths.reduce(0, +) <= width { return scalars.indices }
        // A third of the room goes to what stands before the place.
        var lower = start
        var used = 0
        while lower > 0, used + widths[lower - 1] <= width / 3 {
            lower -= 1
            used += widths[lower]
        }
        var upper = lower
        used = 0
        while upper < scalars.count, used + widths[upper] <= width {
            used += widths[upper]
            upper += 1
        }
        return lower..<upper
    }
}

private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
