import StageKit

/// An indentation with tabs, or an indentation that matches no line above: the usual reasons of syntax errors in YAML.
struct IndentationMistake {
    let message: String
    let location: SourceLocation
    let notes: [String]

    /// Explains a failure at a location; nil if it has another reason.
    init?(_ failure: YAMLFailure, at location: SourceLocation, in source: SourceText) {
        let line = source.line(location.line)
        if let tab = line.firstIndex(of: "\t"), line[..<tab].allSatisfy({ $0 == " " }), location.column <= tab + 2 {
            self.init(
                "line \(location.line) is indented with a tab", location, tab, ["indent with spaces, not with tabs"])
            return
        }
        guard let own = Self.indentation(line), failure.isIndentation else { return nil }
        let levels = Self.levels(above: location.line, in: source)
        // A value follows the key in the line above, so that this line cannot begin a mapping below the key.
        let isBelowValue = levels.last.map { source.line($0.line).last { $0 != " " } != ":" } ?? false
        guard failure.isUnexpectedMapping ? isBelowValue : own + 1 == location.column else { return nil }
        // The nearest level; of two at the same distance the deeper one, whose line is nearer.
        let nearest = levels.min { one, other in
            (abs(one.indentation - own), -one.indentation) < (abs(other.indentation - own), -other.indentation)
        }
        guard let nearest, nearest.indentation != own else { return nil }
        self.init(
            "line \(location.line) is indented by \(Self.spaces(own)), line \(nearest.line) by "
                + "\(Self.spaces(nearest.indentation))", location, own,
            ["keys of the same mapping have the same indentation"])
    }

    private init(_ message: String, _ location: SourceLocation, _ column: Int, _ notes: [String]) {
        var place = location
        (place.column, place.length) = (column + 1, 1)
        (self.message, self.location, self.notes) = (message, place, notes)
    }

    private static func spaces(_ count: Int) -> String { "\(count) space\(count == 1 ? "" : "s")" }

    /// The number of spaces before the first other character; nil for empty lines and comments.
    private static func indentation(_ line: [Unicode.Scalar]) -> Int? {
        guard let first = line.firstIndex(where: { $0 != " " }), line[first] != "#" else { return nil }
        return first
    }

    /// The indentations that are open above a line, each with the last line that has it.
    private static func levels(above number: Int, in source: SourceText) -> [(indentation: Int, line: Int)] {
        var levels: [(indentation: Int, line: Int)] = []
        for other in 1..<max(number, 1) {
            guard let indentation = indentation(source.line(other)) else { continue }
            levels.removeAll { $0.indentation >= indentation }
            levels.append((indentation, other))
        }
        return levels
    }
}

extension YAMLFailure {
    /// Whether the parser found a mapping inside a plain value, as after a line that is indented too deeply.
    fileprivate var isUnexpectedMapping: Bool { problem.contains("mapping values are not allowed") }

    fileprivate var isIndentation: Bool {
        isUnexpectedMapping || problem.contains("did not find expected key")
            || problem.contains("did not find expected '-' indicator")
    }
}
