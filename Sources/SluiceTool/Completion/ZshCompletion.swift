/// Generates the completion script of zsh.
enum ZshCompletion {
    static func script(_ commands: [any Command.Type]) -> String {
        let list = commands.map { "        \(quoted("\($0.name):\($0.abstract)"))\n" }.joined()
        return """
            #compdef sluice
            # Completes command lines of sluice in zsh.
            _sluice() {
                local -a commands=(
            \(list)    )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                local command=$words[2]
                shift words
                (( CURRENT-- ))
                case $command in
            \(commands.map(section).joined())    esac
            }
            _sluice "$@"

            """
    }

    private static func section(_ command: any Command.Type) -> String {
        let specifications = CommandOption.all(of: command).flatMap(specifications) + [positional(command)]
        let lines = specifications.map { " \\\n                \($0)" }.joined()
        return "        \(command.name))\n            _arguments -s\(lines) ;;\n"
    }

    /// Returns the specifications of an option: `--name[help]:value:action`.
    private static func specifications(_ option: CommandOption) -> [String] {
        var isRepeatable = false
        var value = ""
        let action =
            option.valueWords.isEmpty
            ? (option.isPath ? "_files" : " ") : "(\(option.valueWords.joined(separator: " ")))"
        switch option.form {
        case .flag: break
        case .counter: isRepeatable = true
        case .value(let placeholder): value = ":\(placeholder):\(action)"
        case .choice(let placeholder, _, _): value = "::\(placeholder):\(action)"
        case .list(let placeholder):
            value = ":\(placeholder):\(action)"
            isRepeatable = true
        }
        let help = escaped(option.help)
        let star = isRepeatable ? "*" : ""
        let long = "\(star)--\(option.name)" + (option.needsValue ? "=" : value.isEmpty ? "" : "=-")
        let short = option.short.map { "\(star)-\($0)" + (value.isEmpty ? "" : option.needsValue ? "+" : "-") }
        return ([long] + [short].compactMap { $0 }).map { quoted("\($0)[\(help)]\(value)") }
    }

    private static func positional(_ command: any Command.Type) -> String {
        switch command.completion {
        case .none: quoted("*: :")
        case .files: quoted("*:file:_files")
        case .words(let words): quoted("*:word:(\(words.joined(separator: " ")))")
        case .filesAndOutput(let line):
            quoted("*:pipeline:{ _files; local -a found=( ${(f)\"$(\(line))\"} ); compadd -a found }")
        case .output(let line): quoted("*:word:{ local -a found=( ${(f)\"$(\(line))\"} ); compadd -a found }")
        }
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if "[]:\\".contains(character) { result.append("\\") }
            result.append(character)
        }
    }

    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
