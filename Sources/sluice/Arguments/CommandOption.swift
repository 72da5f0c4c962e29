/// One option of a subcommand.
struct CommandOption {
    /// What follows the name.
    enum Form {
        case flag
        /// One value; the last one given counts.
        case value(String)
        /// A value for each time it is given.
        case list(String)
    }

    var name: String
    var short: Character?
    var form: Form
    var help: String

    init(_ name: String, _ short: Character? = nil, _ form: Form = .flag, _ help: String) {
        self.name = name
        self.short = short
        self.form = form
        self.help = help
    }

    /// Parameters of a pipeline file.
    static let set = CommandOption("set", "s", .list("NAME=VALUE"), "Set a parameter of the file; may be repeated")
}

/// A command line that was understood.
struct Arguments {
    /// What is not an option, in order.
    var words: [String] = []
    var flags: Set<String> = []
    var values: [String: [String]] = [:]
    /// The help that was asked for instead of the command.
    var help: String?

    func has(_ flag: String) -> Bool { flags.contains(flag) }
    /// The last value given for an option.
    func value(_ name: String) -> String? { values[name]?.last }

    /// The parameters that `--set` names.
    func settings() throws(Misuse) -> [String: String] {
        var settings: [String: String] = [:]
        for setting in values["set"] ?? [] {
            guard let equals = setting.firstIndex(of: "="), equals != setting.startIndex else {
                throw Misuse("--set takes NAME=VALUE, not '\(setting)'")
            }
            settings[String(setting[..<equals])] = String(setting[setting.index(after: equals)...])
        }
        return settings
    }
}
