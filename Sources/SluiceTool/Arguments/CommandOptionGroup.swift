/// A group of options: an option that starts the group, and options that apply to it if they follow it.
struct CommandOptionGroup {
    /// The name of the option that starts a group.
    var start: String
    /// The names of the options that belong to the group if they appear in it.
    var members: Set<String>
}
