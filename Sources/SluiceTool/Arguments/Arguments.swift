/// A parsed command line.
struct Arguments {
    /// The positional arguments, in order.
    var words: [String] = []
    var flags: Set<String> = []
    /// The number of occurrences of each counter.
    var counts: [String: Int] = [:]
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
        counts.merge(group.counts, uniquingKeysWith: +)
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
