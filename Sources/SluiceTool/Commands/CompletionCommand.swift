/// Prints a shell completion script.
enum CompletionCommand: Command {
    static let name = "completion"
    static let abstract = "Print a shell script for command-line completion."
    static let usage = "bash"
    static let words = 1...1
    static let examples = ["bash > ~/.local/share/bash-completion/completions/sluice"]

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        guard arguments.words[0] == "bash" else {
            throw UsageError.unknown("shell", arguments.words[0], among: ["bash"])
        }
        Console.write(script)
        return .done
    }

    private static var script: String {
        let names = Tool.commands.map { $0.name }.joined(separator: " ")
        let cases = Tool.commands.map { command in
            let options = (command.options.map { "--\($0.name)" } + ["--help"]).joined(separator: " ")
            return "        \(command.name)) options='\(options)' ;;\n"
        }
        return """
            # Completes command lines of sluice in bash.
            _sluice() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} options=
                COMPREPLY=()
                if ((COMP_CWORD == 1)); then
                    mapfile -t COMPREPLY < <(compgen -W '\(names)' -- "$word")
                    return
                fi
                case $command in
            \(cases.joined())    esac
                case $before in
                    --profile) mapfile -t COMPREPLY < <(compgen -W 'apple-hls cmaf' -- "$word"); return ;;
                    --encode | -e) if [[ $word != -* ]]; then
                        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -W 'all audio video' -- "$word"; compgen -f -- "$word"); return
                    fi ;;
                    --tracks | -t) mapfile -t COMPREPLY < <(compgen -W 'all video audio text' -- "$word"); return ;;
                    --report) mapfile -t COMPREPLY < <(compgen -W 'json' -- "$word"); return ;;
                    --set | --duration | --interval | --prefer | --auxiliary | --audio | --subtitles | --title | --header | --connections) return ;;
                esac
                if [[ $word == -* ]]; then
                    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
                    return
                fi
                case $command in
                    stages) mapfile -t COMPREPLY < <(compgen -W "$(sluice stages 2> /dev/null | cut -d ' ' -f 1)" -- "$word") ;;
                    help) mapfile -t COMPREPLY < <(compgen -W '\(names)' -- "$word") ;;
                    completion) mapfile -t COMPREPLY < <(compgen -W 'bash' -- "$word") ;;
                    version | devices) ;;
                    reload) mapfile -t COMPREPLY < <(compgen -W "$(sluice reload --list 2> /dev/null | cut -f 1,2)" -- "$word") ;;
                    *) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
                esac
            }
            complete -F _sluice sluice

            """
    }
}
