import Media

/// What the user said about a run besides its pipeline.
struct RunSettings {
    /// Ends the run in good order after this much media.
    var duration: MediaTime?
    /// Nothing but errors.
    var isQuiet = false
    /// Writes the report as JSON to standard output.
    var reportsJSON = false

    /// The options of the commands that run something.
    static var options: [CommandOption] {
        [
            CommandOption("quiet", "q", .flag, "Print nothing but errors"),
            CommandOption("report", nil, .value("json"), "Write the report of the run as JSON to standard output"),
        ]
    }

    init(_ arguments: Arguments) throws(Misuse) {
        isQuiet = arguments.has("quiet")
        if let form = arguments.value("report") {
            guard form == "json" else { throw Misuse.unknown("report form", form, among: ["json"]) }
            reportsJSON = true
        }
    }
}
