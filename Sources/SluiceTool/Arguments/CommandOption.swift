/// One option of a subcommand.
struct CommandOption {
    /// The kind of value that an option takes.
    enum Form {
        case flag
        /// A flag whose occurrences count, as in `-qq`.
        case counter
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
    /// The words that shells propose as a value.
    var words: [String]

    init(
        _ name: String, _ short: Character? = nil, _ form: Form = .flag, _ help: String, words: [String] = []
    ) {
        self.name = name
        self.short = short
        self.form = form
        self.help = help
        self.words = words
    }

    /// Sets a parameter of a pipeline file.
    static let set = CommandOption("set", "s", .list("NAME=VALUE"), "Parameter of the pipeline file; repeatable")
}
