/// The state of a job that many processes or machines run.
package struct JobSummary: Sendable, Hashable, Codable {
    /// A task that a worker processes.
    package struct RunningTask: Sendable, Hashable, Codable {
        package var task: Int
        package var host: String
        /// The part of the task that is done, from 0 to 1.
        package var fraction: Double

        package init(task: Int, host: String, fraction: Double) {
            (self.task, self.host, self.fraction) = (task, host, fraction)
        }
    }

    /// A task that ended without a result.
    package struct FailedTask: Sendable, Hashable, Codable {
        package var task: Int
        /// The last lines of its log.
        package var log: [String]
        /// The command that processes the task alone.
        package var command: String

        package init(task: Int, log: [String], command: String) {
            (self.task, self.log, self.command) = (task, log, command)
        }
    }

    /// The output folder.
    package var output: String
    package var tasks = 0
    package var done = 0
    /// The part of the work that is done, from 0 to 1.
    package var fraction = 0.0
    /// The expected time until all tasks are done; nil if it is not known.
    package var secondsLeft: Double?
    package var isPublished = false
    package var running: [RunningTask] = []
    package var failed: [FailedTask] = []
    /// The reason why the state cannot be read; nil if it can.
    package var problem: String?

    package init(output: String) { self.output = output }
}
