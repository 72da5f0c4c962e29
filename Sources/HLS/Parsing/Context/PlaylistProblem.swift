/// A problem in a playlist and its location.
package struct PlaylistProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line number, from 1.
    package var line: Int
    /// The column in characters, from 1.
    package var column: Int
    /// The problem and the expected form: lower case, no full stop.
    package var message: String
    /// Whether parsing was stopped because it would exceed the memory limit.
    package var exceedsMemory = false
    /// Whether a limit of the parser is exceeded; such problems are thrown with every tolerance.
    var exceedsLimit = false
    /// Whether it violates the specification, but was parsed nevertheless.
    package var isDeviation = false

    package init(line: Int, column: Int = 1, message: String, exceedsMemory: Bool = false) {
        self.line = line
        self.column = column
        self.message = message
        self.exceedsMemory = exceedsMemory
    }

    package var description: String { "\(line):\(column): \(message)" }
}
