import Operations

/// Starts a pipeline of a service.
enum StartCommand: Command {
    static let name = "start"
    static let abstract = "Start a pipeline of a service that waits, was stopped, or has failed."
    static let usage = "PIPELINE"
    static let words = 1...1
    static var completion: ArgumentCompletion { .runs }
    static let examples = ["news"]

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        await RunControl(try await RunChoice.run(named: arguments.words[0])).perform(.start)
    }
}
