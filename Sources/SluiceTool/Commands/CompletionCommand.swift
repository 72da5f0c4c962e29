/// Prints a shell completion script.
enum CompletionCommand: Command {
    static let name = "completion"
    static let abstract = "Print a shell script for command-line completion."
    static let usage = "bash|zsh|fish"
    static let words = 1...1
    static var completion: ArgumentCompletion { .words(CompletionShell.allCases.map(\.rawValue)) }
    static let examples = [
        "bash > ~/.local/share/bash-completion/completions/sluice", "zsh > ~/.local/share/zsh/site-functions/_sluice",
        "fish > ~/.config/fish/completions/sluice.fish",
    ]

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        guard let shell = CompletionShell(rawValue: arguments.words[0]) else {
            throw UsageError.unknown("shell", arguments.words[0], among: CompletionShell.allCases.map(\.rawValue))
        }
        Console.write(shell.script)
        return .done
    }
}
