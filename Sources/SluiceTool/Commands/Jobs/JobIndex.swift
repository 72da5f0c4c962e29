import StageKit

/// The number of a task, given by an option or by the engine that runs the command.
enum JobIndex {
    /// The variables of engines that run indexed jobs.
    private static let variables = ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX"]

    static func read(_ arguments: Arguments) throws(UsageError) -> Int {
        if let index: Int = try arguments.option("index") { return index }
        let environment = Console.environment
        guard let index = variables.lazy.compactMap({ environment[$0] }).first.flatMap({ Int($0) }) else {
            throw UsageError("'job work' requires --index, or one of \(variables.joined(separator: ", "))")
        }
        return index
    }
}
