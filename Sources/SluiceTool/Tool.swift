import CGStreamerLibraries
import Glibc

/// The command-line tool: selects the subcommand and runs it.
enum Tool {
    static let name = "sluice"
    /// A description in one sentence.
    static let abstract = "Media pipelines: sources, codecs, fragmented MP4 and HLS, described in a file."
    static let version = "0.1.0"

    /// The subcommands, in the order of the help text.
    static var commands: [any Command.Type] {
        [
            RunCommand.self, ServeCommand.self, StatusCommand.self, ListRunsCommand.self, ReloadCommand.self,
            StartCommand.self, StopCommand.self, RestartCommand.self, LogsCommand.self,
            CheckCommand.self, GraphCommand.self, StagesCommand.self,
            PipelinesCommand.self, SchemaCommand.self, DevicesCommand.self, InspectCommand.self, ValidateCommand.self,
            VariantsCommand.self, SegmentCommand.self, JobCommand.self,
            DownloadCommand.self, DecryptCommand.self, SignCommand.self, KeysCommand.self, PluginCommand.self,
            CompletionCommand.self,
            ManualCommand.self, VersionCommand.self, HelpCommand.self,
        ]
    }

    static func run(_ arguments: [String]) async -> ExitCode {
        // Reads the terminal's character encoding from the environment; numbers and messages stay in the C locale.
        setlocale(LC_CTYPE, "")
        let words = Array(arguments.dropFirst())
        do throws(UsageError) {
            guard let first = words.first else {
                throw UsageError("no command is specified", notes: ["'sluice help' lists the commands"])
            }
            let command = try command(named: first)
            let parsed = try OptionParser(command).parse(Array(words.dropFirst()))
            if let help = parsed.help {
                Console.write(help)
                return .done
            }
            return try await command.run(parsed)
        } catch {
            Console.error("sluice: error: \(error.message)\n" + error.notes.map { "note: \($0)\n" }.joined())
            return .misuse
        }
    }

    /// Returns the subcommand with this name. `--help`, `-h` and `--version` are aliases.
    static func command(named name: String) throws(UsageError) -> any Command.Type {
        let aliases = ["--help": "help", "-h": "help", "--version": "version"]
        let name = aliases[name] ?? name
        if let command = commands.first(where: { $0.name == name }) { return command }
        throw UsageError.unknown("command", name, among: commands.map { $0.name })
    }
}
