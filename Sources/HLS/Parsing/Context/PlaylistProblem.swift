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

/// The maximum size of a playlist and its parts.
package struct PlaylistLimits: Sendable, Hashable {
    /// The size in bytes, including expanded variables.
    package var size = 16 << 20
    /// The approximate memory for the text and its model, in bytes: short tags expand to many times their size.
    package var memory = 25 << 20
    /// The memory for the text and each scanned line, which validation needs in addition to the model.
    package var scanMemory: Int { 2 * memory }
    /// The length of a line in bytes, without the line break, including expanded variables.
    package var lineLength = 64 << 10
    /// Segments of a media playlist.
    package var entries = 1_000_000
    /// Variants and renditions of a multivariant playlist; they are compared pairwise.
    package var variants = 5000
    /// Parts of a media playlist, and separately date ranges.
    package var parts = 1_000_000
    /// Attributes of one tag.
    package var attributes = 256
    /// Keys in force for one segment, and separately session keys.
    package var keys = 64
    /// Variables, session data, preload hints and rendition reports, each.
    package var declarations = 1000
    /// Unknown tags.
    package var unknownTags = 1_000_000
    /// Recorded warnings and names of unknown tags; further ones are dropped.
    package var diagnostics = 1000

    package init() {}
}

/// The handling of a playlist that violates the specification.
package enum PlaylistTolerance: Sendable, Hashable {
    /// The first deviation is thrown.
    case strict
    /// Deviations with a clear meaning become warnings, as in players; others are thrown.
    case tolerant
    /// Everything that can be parsed is; other lines are skipped and listed. For inspection.
    case complete
}

/// The state that the parsers share while parsing one playlist.
final class ReadingContext {
    let limits: PlaylistLimits
    let tolerance: PlaylistTolerance
    var variables: VariableTable
    private(set) var warnings: [PlaylistProblem] = []
    /// The problems of skipped lines.
    private(set) var faults: [PlaylistProblem] = []
    private var memory: PlaylistMemory

    init(textSize: Int, limits: PlaylistLimits, variables: PlaylistVariables?, tolerance: PlaylistTolerance) {
        self.limits = limits
        self.tolerance = tolerance
        self.variables = VariableTable(source: variables, limits: limits)
        memory = PlaylistMemory(textSize: textSize, limit: limits.memory)
    }

    /// Records a deviation whose meaning is clear.
    func warn(_ problem: @autoclosure () -> PlaylistProblem) {
        if warnings.count < limits.diagnostics { warnings.append(problem()) }
    }

    /// Reports values that contradict each other; throws in strict mode.
    func reportInconsistency(_ problem: @autoclosure () -> PlaylistProblem) throws(PlaylistProblem) {
        if tolerance == .strict { throw problem() }
        warn(problem())
    }

    /// Reports a deviation whose meaning is clear; throws in strict mode.
    func reportDeviation(_ problem: @autoclosure () -> PlaylistProblem) throws(PlaylistProblem) {
        if tolerance == .strict { throw problem() }
        warn(
            {
                var problem = problem()
                problem.isDeviation = true
                return problem
            }())
    }

    /// Records a problem whose line is skipped; throws unless the tolerance is `complete`.
    func recordFault(_ problem: PlaylistProblem) throws(PlaylistProblem) {
        guard tolerance == .complete, !problem.exceedsMemory, !problem.exceedsLimit else { throw problem }
        if faults.count < limits.diagnostics { faults.append(problem) }
    }

    /// Accounts for memory before it is allocated; throws if the limit would be exceeded.
    func reserve(_ bytes: Int, _ line: PlaylistLine) throws(PlaylistProblem) {
        try memory.reserve(bytes, line: line.number)
    }

    /// Throws if a count exceeds its limit.
    func enforceLimit(_ count: Int, _ limit: Int, _ noun: String, _ line: PlaylistLine) throws(PlaylistProblem) {
        guard count <= limit else {
            var problem = line.problem("more than \(limit) \(noun)")
            problem.exceedsLimit = true
            throw problem
        }
    }
}
