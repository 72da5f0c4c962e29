import Media

/// The command-line settings of a run.
struct RunSettings {
    /// The media duration after which the run stops gracefully.
    var duration: MediaTime?
    /// Whether only errors are printed.
    var isQuiet = false
    /// Whether the report is written to standard output as JSON.
    var reportsJSON = false

    /// The options of all commands that run a pipeline.
    static var options: [CommandOption] {
        [
            CommandOption("quiet", "q", .flag, "Print only errors"),
            CommandOption("report", nil, .value("json"), "Report of the run as JSON on standard output"),
        ]
    }

    init(_ arguments: Arguments) throws(UsageError) {
        isQuiet = arguments.has("quiet")
        if let form = arguments.value("report") {
            guard form == "json" else { throw UsageError.unknown("report form", form, among: ["json"]) }
            reportsJSON = true
        }
    }
}
