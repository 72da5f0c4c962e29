import Operations

/// Restarts a pipeline of a service.
enum RestartCommand: Command {
    static let name = "restart"
    static let abstract = "Stop a pipeline of a service, which finishes its output, and start it again."
    static let usage = "PIPELINE"
    static let words = 1...1
    static var completion: ArgumentCompletion { .runs }
    static let examples = ["news"]

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        await RunControl(try await RunChoice.run(named: arguments.words[0])).perform(.restart)
    }
}
