import Operations

/// Stops a run.
enum StopCommand: Command {
    static let name = "stop"
    static let abstract =
        "Stop a run, which finishes its output; a pipeline of a service stays stopped until it is started."
    static let usage = "PID|PIPELINE|FILE"
    static let words = 1...1
    static var completion: ArgumentCompletion { .runs }
    static var options: [CommandOption] {
        [
            CommandOption(
                "end", nil, .flag,
                "End live playlists (EXT-X-ENDLIST), so that players stop; without it, those of a service stay "
                    + "open for the next run"
            )
        ]
    }
    static let examples = ["news", "news --end", "4711"]

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let control = RunControl(try await RunChoice.run(named: arguments.words[0]))
        return await control.perform(.stop, endsPlaylists: arguments.has("end"))
    }
}
