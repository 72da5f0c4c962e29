/// One option of a subcommand.
struct CommandOption {
    /// What follows the name.
    enum Form {
        case flag
        /// One value; the last one given counts.
        case value(String)
        /// One of several words, behind `=` or as the next argument; without any of them the implied one.
        case choice(String, [String], implied: String)
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

/// Options that belong to the one before them that begins their group.
struct OptionGroup {
    /// The name of the option that begins a group.
    var start: String
    /// The names of the options that belong to the group that they stand in.
    var members: Set<String>
}

/// A command line that was understood.
struct Arguments {
    /// What is not an option, in order.
    var words: [String] = []
    var flags: Set<String> = []
    var values: [String: [String]] = [:]
    /// The help that was asked for instead of the command.
    var help: String?
    /// One for each time that the option was given which begins a group, with the options behind it.
    var groups: [Arguments] = []

    func has(_ flag: String) -> Bool { flags.contains(flag) }
    /// The last value given for an option.
    func value(_ name: String) -> String? { values[name]?.last }

    /// Adds what stands in a group: its own options stay there.
    mutating func add(_ group: Arguments, _ description: OptionGroup) {
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

    /// The parameters that `--set` names.
    func settings() throws(Misuse) -> [String: String] {
        var settings: [String: String] = [:]
        for setting in values["set"] ?? [] {
            guard let equals = setting.firstIndex(of: "="), equals != setting.startIndex else {
                // The value may be a secret.
                throw Misuse("--set takes NAME=VALUE, and one of them has no name or no '='")
            }
            settings[String(setting[..<equals])] = String(setting[setting.index(after: equals)...])
        }
        return settings
    }
}
