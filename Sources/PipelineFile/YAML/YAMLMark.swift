import CYAML

/// A position as counted by libyaml: line and column from 0, columns in Unicode scalars.
struct YAMLMark: Sendable, Hashable {
    var line: Int
    var column: Int

    init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    init(_ mark: yaml_mark_t) { self.init(line: Int(clamping: mark.line), column: Int(clamping: mark.column)) }
}
