import Glibc
import Media
import Operations
import PipelineRuntime
import StageKit
import SystemFiles

/// The command-line settings of a run.
struct RunSettings {
    /// The media duration after which the run stops gracefully.
    var duration: MediaTime?
    /// Whether the report is written to standard output as JSON.
    var reportsJSON = false
    /// Whether the tables of stages and links are printed at the end.
    var isVerbose = false
    /// The lowest level that is logged.
    var level = LogLevel.info
    /// The format of the log; nil for the default.
    var logFormat: LogFormat?
    /// The address and token of the admin listener; nil for the values of the pipeline file.
    var admin: AdminOptions?

    /// The options of all commands that run a pipeline.
    static var options: [CommandOption] {
        logOptions(verbose: "Log each segment, and print tables of stages and links at the end") + adminOptions + [
            CommandOption(
                "report", nil, .value("json"), "Report of the run as JSON on standard output", words: ["json"])
        ]
    }

    /// The options of all commands that log events; `verbose` is the help of `--verbose`, nil for commands without it.
    static func logOptions(verbose: String? = nil) -> [CommandOption] {
        [CommandOption("quiet", "q", .counter, "Print only warnings and errors; -qq: only errors")]
            + (verbose.map { [CommandOption("verbose", nil, .flag, $0)] } ?? []) + [
                CommandOption(
                    "log", nil, .value("FORMAT"),
                    "Log format: text, json or journal; default: journal in a service of systemd, otherwise text",
                    words: LogFormat.allCases.map(\.rawValue))
            ]
    }

    /// The options of all commands with an admin listener.
    static var adminOptions: [CommandOption] {
        [
            CommandOption(
                "admin", nil, .value("ADDRESS"),
                "IP address and port of the admin listener, such as 127.0.0.1:9090; default: 'admin' of the file"),
            CommandOption(
                "admin-token-file", nil, .value("FILE"),
                "File with the bearer token of the admin listener; required for addresses other than loopback"),
        ]
    }

    init(_ arguments: Arguments) throws(UsageError) {
        admin = try Self.admin(arguments)
        isVerbose = arguments.has("verbose")
        switch arguments.counts["quiet"] ?? 0 {
        case 0: level = isVerbose ? .debug : .info
        case 1: level = .warning
        default: level = .error
        }
        if let name = arguments.value("log") {
            guard let format = LogFormat(rawValue: name) else {
                throw UsageError.unknown("log format", name, among: LogFormat.allCases.map(\.rawValue))
            }
            logFormat = format
        }
        if let form = arguments.value("report") {
            guard form == "json" else { throw UsageError.unknown("report form", form, among: ["json"]) }
            reportsJSON = true
        }
    }

    /// Returns the address and token of the admin listener; nil without an address.
    static func admin(_ arguments: Arguments) throws(UsageError) -> AdminOptions? {
        let path = arguments.value("admin-token-file")
        guard let address: ListenAddress = try arguments.option("admin") else {
            if path != nil { throw UsageError("--admin-token-file requires --admin") }
            return nil
        }
        var admin = AdminOptions()
        admin.address = address
        if let path {
            guard let bytes = try? RegularFile.read(path, limit: 4096) else {
                throw UsageError("--admin-token-file: cannot read '\(path)'; it must be a file of at most 4096 bytes")
            }
            let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            guard let line = lines.first else { throw UsageError("--admin-token-file: '\(path)' is empty") }
            admin.token = Secret(String(line))
        }
        if let problem = admin.contradiction {
            throw UsageError(
                "--admin: \(problem.message)",
                notes: ["expected \(problem.expected)", "--admin-token-file FILE sets the token"])
        }
        return admin
    }
}
