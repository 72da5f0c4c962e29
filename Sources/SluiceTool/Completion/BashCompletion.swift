/// Generates the completion script of bash.
enum BashCompletion {
    static func script(_ commands: [any Command.Type]) -> String {
        let names = commands.map { $0.name }.joined(separator: " ")
        return """
            # Completes command lines of sluice in bash.
            _sluice() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
                COMPREPLY=()
                if ((COMP_CWORD == 1)); then
                    mapfile -t COMPREPLY < <(compgen -W '\(names)' -- "$word")
                    return
                fi
                case "$command $before" in
            \(commands.flatMap(values).joined())    esac
                if [[ $word == -* ]]; then
                    case $command in
            \(commands.map(options).joined())        esac
                    return
                fi
                case $command in
            \(commands.map(arguments).joined())    esac
            }
            complete -F _sluice sluice

            """
    }

    /// Returns the cases after options that take a value.
    private static func values(of command: any Command.Type) -> [String] {
        CommandOption.all(of: command).filter { $0.needsValue || !$0.valueWords.isEmpty }.map { option in
            let names = ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
            let pattern = names.map { "'\(command.name) \($0)'" }.joined(separator: " | ")
            let body: String
            switch (option.valueWords.isEmpty, option.needsValue) {
            case (false, true): body = "\(reply(option.valueWords)); return ;;"
            // The value may be absent, so that the next word may be an argument.
            case (false, false):
                body =
                    "if [[ $word != -* ]]; then compopt -o filenames; mapfile -t COMPREPLY < <(compgen -W "
                    + "'\(option.valueWords.joined(separator: " "))' -- \"$word\"; compgen -f -- \"$word\"); return; fi ;;"
            case (true, _): body = option.isPath ? "\(files); return ;;" : "return ;;"
            }
            return "        \(pattern)) \(body)\n"
        }
    }

    private static func options(of command: any Command.Type) -> String {
        "            \(command.name)) \(reply(CommandOption.all(of: command).map { "--\($0.name)" })) ;;\n"
    }

    private static func arguments(of command: any Command.Type) -> String {
        let body =
            switch command.completion {
            case .none: ""
            case .files: files + " "
            case .words(let words): reply(words) + " "
            case .filesAndOutput(let line):
                "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$word\"; compgen -W \"$(\(line))\" -- "
                    + "\"$word\") "
            case .output(let line): "mapfile -t COMPREPLY < <(compgen -W \"$(\(line))\" -- \"$word\") "
            }
        return "        \(command.name)) \(body);;\n"
    }

    private static let files = "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$word\")"

    private static func reply(_ words: [String]) -> String {
        "mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- \"$word\")"
    }
}
