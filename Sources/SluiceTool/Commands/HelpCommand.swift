/// Prints help for the tool or for one of its commands.
enum HelpCommand: Command {
    static let name = "help"
    static let abstract = "List the commands, or print help for one."
    static let usage = "[COMMAND]"
    static let words = 0...1
    static var completion: ArgumentCompletion { .words(Tool.commands.map { $0.name }) }
    static let examples = ["", "run"]

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        if let name = arguments.words.first {
            Console.write(OptionParser(try Tool.command(named: name)).help())
            return .done
        }
        let width = Tool.commands.map { $0.name.count }.max() ?? 0
        let lines = Tool.commands.map { command in
            let gap = String(repeating: " ", count: width - command.name.count + 2)
            return "  \(command.name)\(gap)\(command.abstract)\n"
        }
        Console.write(
            """
            Usage:
              sluice COMMAND [OPTION…] …

            \(Tool.abstract)

            Commands:
            \(lines.joined())
            'sluice COMMAND --help' prints help and examples for a command.
            Exit codes: \(ExitCode.meanings.map { "\($0.code) \($0.meaning)" }.joined(separator: ", ")).

            """)
        return .done
    }
}
