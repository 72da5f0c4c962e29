/// The words that shells propose for the positional arguments of a command.
enum ArgumentCompletion {
    case none
    case files
    case words([String])
    /// The lines that a shell command prints.
    case output(String)
    /// Files, and the lines that a shell command prints.
    case filesAndOutput(String)

    /// The shell command that prints the names of the example pipelines.
    static let exampleNames = "sluice pipelines 2>/dev/null | cut -d ' ' -f 1"
    /// Pipeline files and the names of the example pipelines.
    static let pipelines = ArgumentCompletion.filesAndOutput(exampleNames)
    /// The kinds of stages.
    static let stages = ArgumentCompletion.output("sluice stages 2>/dev/null | cut -d ' ' -f 1")
    /// The process identifiers and pipelines of runs.
    static let runs = ArgumentCompletion.output("sluice reload --list 2>/dev/null | cut -f 1,2 | tr '\\t' '\\n'")
}

extension CommandOption {
    /// The options of a command with the options of all commands.
    static func all(of command: any Command.Type) -> [CommandOption] {
        command.options + [CommandOption("help", "h", .flag, "Help for this command")]
    }

    /// The words that are valid values; empty if they are not enumerable.
    var valueWords: [String] { if case .choice(_, let words, _) = form { words } else { words } }

    /// Whether the option requires a value as the next argument.
    var needsValue: Bool {
        switch form {
        case .flag, .counter, .choice: false
        case .value, .list: true
        }
    }

    /// Whether the value is a path.
    var isPath: Bool {
        switch form {
        case .value(let placeholder), .list(let placeholder):
            ["FILE", "FOLDER", "PATH", "PLUGIN"].contains { placeholder.contains($0) }
        case .flag, .counter, .choice: false
        }
    }
}
