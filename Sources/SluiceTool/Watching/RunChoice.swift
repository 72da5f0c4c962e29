import Operations

/// Finds the run that a command names, and reports its failures.
enum RunChoice {
    /// Returns the run, or the pipeline of a service; throws with a list of the runs if there is none, or more than one.
    static func run(named name: String?) async throws(UsageError) -> RunDirectory.Entry {
        do throws(RunClient.Failure) {
            return try RunClient.run(named: name, among: await RunClient.expanded(RunDirectory.runs()))
        } catch {
            throw UsageError(error.message, notes: error.notes)
        }
    }

    /// Prints a failure and returns the exit code of the command.
    static func report(_ failure: RunClient.Failure) -> ExitCode {
        Console.error(failure.diagnostics)
        Console.error("sluice: error: \(failure.message)\n" + failure.notes.map { "note: \($0)\n" }.joined())
        return .runFailed
    }
}
