/// One option of a subcommand.
struct CommandOption {
    /// The kind of value that an option takes.
    enum Form {
        case flag
        /// One value; the last occurrence takes effect.
        case value(String)
        /// One of several words, after `=` or as the next argument; the implied word without either.
        case choice(String, [String], implied: String)
        /// One value for each occurrence.
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

    /// Sets a parameter of a pipeline file.
    static let set = CommandOption("set", "s", .list("NAME=VALUE"), "Parameter of the pipeline file; repeatable")
}

/// A group of options: an option that starts the group, and options that apply to it if they follow it.
struct CommandOptionGroup {
    /// The name of the option that starts a group.
    var start: String
    /// The names of the options that belong to the group if they appear in it.
    var members: Set<String>
}

/// A parsed command line.
struct Arguments {
    /// The positional arguments, in order.
    var words: [String] = []
    var flags: Set<String> = []
    var values: [String: [String]] = [:]
    /// The help text, if help was requested instead of the command.
    var help: String?
    /// The groups, one for each occurrence of the starting option, with the options that follow it.
    var groups: [Arguments] = []

    func has(_ flag: String) -> Bool { flags.contains(flag) }
    /// Returns the last value of an option.
    func value(_ name: String) -> String? { values[name]?.last }

    /// Adds a parsed group. Options that are not members of the group apply to the whole command.
    mutating func add(_ group: Arguments, _ description: CommandOptionGroup) {
        words += group.words
        flags.formUnion(group.flags)
        help = help ?? group.help
        var own = group
        own.words = []
        own.flags = []
        for (name, values) in group.values where name != description.start && !description.members.contains(name) {
            self.values[name, default: []] += values
            own.values[name] = nil
        }
        groups.append(own)
    }

    /// Returns the parameters set by `--set`.
    func settings() throws(UsageError) -> [String: String] {
        var settings: [String: String] = [:]
        for setting in values["set"] ?? [] {
            guard let equals = setting.firstIndex(of: "="), equals != setting.startIndex else {
                // The message does not repeat the setting, because its value may be a secret.
                throw UsageError("--set requires NAME=VALUE, but a setting has no name or no '='")
            }
            settings[String(setting[..<equals])] = String(setting[setting.index(after: equals)...])
        }
        return settings
    }
}
