/// Generates the completion script of fish.
enum FishCompletion {
    static func script(_ commands: [any Command.Type]) -> String {
        let head = "# Completes command lines of sluice in fish.\ncomplete -c sluice -f\n"
        let names = commands.map { command in
            "complete -c sluice -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.abstract))\n"
        }
        return head + names.joined() + commands.map(section).joined()
    }

    private static func section(_ command: any Command.Type) -> String {
        let start = "complete -c sluice -n '__fish_seen_subcommand_from \(command.name)'"
        let options = CommandOption.all(of: command).map { option in
            let short = option.short.map { " -s \($0)" } ?? ""
            return "\(start) -l \(option.name)\(short)\(value(option)) -d \(quoted(option.help))\n"
        }
        let positional =
            switch command.completion {
            case .none: ""
            case .files: "\(start) -F\n"
            case .words(let words): "\(start) -a \(quoted(words.joined(separator: " ")))\n"
            case .filesAndOutput(let line): "\(start) -F\n\(start) -a \(quoted("(\(line))"))\n"
            case .output(let line): "\(start) -a \(quoted("(\(line))"))\n"
            }
        return options.joined() + positional
    }

    private static func value(_ option: CommandOption) -> String {
        if !option.valueWords.isEmpty {
            return (option.needsValue ? " -x" : "") + " -a \(quoted(option.valueWords.joined(separator: " ")))"
        }
        return option.needsValue ? (option.isPath ? " -r -F" : " -x") : ""
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
