/// What is wrong with a playlist and where.
package struct PlaylistProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// From 1.
    package var line: Int
    /// In characters, from 1.
    package var column: Int
    /// What is wrong and what would be right: lower case, no full stop.
    package var message: String
    /// Whether the playlist was refused for the memory that reading it would take.
    package var exceedsMemory = false
    /// Whether a limit of this reader is exceeded, so that reading stops whatever is tolerated.
    var exceedsLimit = false
    /// Whether the specification forbids it, and it was read all the same.
    package var isDeviation = false

    package init(line: Int, column: Int = 1, message: String, exceedsMemory: Bool = false) {
        self.line = line
        self.column = column
        self.message = message
        self.exceedsMemory = exceedsMemory
    }

    package var description: String { "\(line):\(column): \(message)" }
}

/// How large a playlist may be before it is refused.
package struct PlaylistLimits: Sendable, Hashable {
    /// In bytes; what variables add counts too.
    package var size = 16 << 20
    /// The memory of the text and its model, in bytes, about: tiny tags become many times their size.
    package var memory = 25 << 20
    /// The memory of the text and of every line by itself, which validation needs beside the model.
    package var scanMemory: Int { 2 * memory }
    /// In bytes, without the line break, and with what variables add.
    package var lineLength = 64 << 10
    /// Segments of a media playlist.
    package var entries = 1_000_000
    /// Variants and renditions of a multivariant playlist, which are compared with each other.
    package var variants = 5000
    /// Parts, and date ranges, of a media playlist, each.
    package var parts = 1_000_000
    /// Attributes of one tag.
    package var attributes = 256
    /// Keys in force for one segment, and keys of a session.
    package var keys = 64
    /// Variables, session data, hints and reports, each.
    package var declarations = 1000
    /// Unknown tags.
    package var unknownTags = 1_000_000
    /// Warnings and names of unknown tags that are remembered; more are not told.
    package var notes = 1000

    package init() {}
}

/// The treatment of a playlist that the specification forbids.
package enum PlaylistTolerance: Sendable, Hashable {
    /// The first deviation is thrown.
    case strict
    /// Deviations whose meaning is clear are warnings, as players treat them; others are thrown.
    case tolerant
    /// Everything that can be read is read; lines that cannot be are passed over and listed. For inspection.
    case complete
}

/// What the parts of a parser share during one reading.
final class ReadingContext {
    let limits: PlaylistLimits
    let tolerance: PlaylistTolerance
    var variables: VariableTable
    private(set) var warnings: [PlaylistProblem] = []
    /// The problems of lines that were passed over.
    private(set) var faults: [PlaylistProblem] = []
    private var memory: PlaylistMemory

    init(textSize: Int, limits: PlaylistLimits, variables: PlaylistVariables?, tolerance: PlaylistTolerance) {
        self.limits = limits
        self.tolerance = tolerance
        self.variables = VariableTable(source: variables, limits: limits)
        memory = PlaylistMemory(textSize: textSize, limit: limits.memory)
    }

    /// Something that is wrong and yet clear.
    func warn(_ problem: @autoclosure () -> PlaylistProblem) {
        if warnings.count < limits.notes { warnings.append(problem()) }
    }

    /// A promise that the playlist breaks.
    func breaks(_ problem: @autoclosure () -> PlaylistProblem) throws(PlaylistProblem) {
        if tolerance == .strict { throw problem() }
        warn(problem())
    }

    /// A deviation from the specification whose meaning is clear.
    func deviates(_ problem: @autoclosure () -> PlaylistProblem) throws(PlaylistProblem) {
        if tolerance == .strict { throw problem() }
        warn(
            {
                var problem = problem()
                problem.isDeviation = true
                return problem
            }())
    }

    /// A problem whose line is passed over where everything else is to be read.
    func passOver(_ problem: PlaylistProblem) throws(PlaylistProblem) {
        guard tolerance == .complete, !problem.exceedsMemory, !problem.exceedsLimit else { throw problem }
        if faults.count < limits.notes { faults.append(problem) }
    }

    /// Accounts for memory before it is taken; refuses what would take too much.
    func reserve(_ bytes: Int, _ line: PlaylistLine) throws(PlaylistProblem) {
        try memory.reserve(bytes, line: line.number)
    }

    /// Refuses a count beyond its limit.
    func check(_ count: Int, _ limit: Int, _ what: String, _ line: PlaylistLine) throws(PlaylistProblem) {
        guard count <= limit else {
            var problem = line.problem("more than \(limit) \(what)")
            problem.exceedsLimit = true
            throw problem
        }
    }
}
