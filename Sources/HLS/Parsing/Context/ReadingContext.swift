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
