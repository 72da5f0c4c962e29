import Media
import Operations

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

    /// The options of all commands that run a pipeline.
    static var options: [CommandOption] {
        logOptions + [CommandOption("report", nil, .value("json"), "Report of the run as JSON on standard output")]
    }

    /// The options of all commands that log events.
    static var logOptions: [CommandOption] {
        [
            CommandOption("quiet", "q", .counter, "Print only warnings and errors; -qq: only errors"),
            CommandOption("verbose", nil, .flag, "Log each segment, and print tables of stages and links at the end"),
            CommandOption(
                "log", nil, .value("FORMAT"),
                "Log format: text, json or journal; default: journal in a service of systemd, otherwise text"),
        ]
    }

    init(_ arguments: Arguments) throws(UsageError) {
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
}
