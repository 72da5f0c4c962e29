/// A subcommand.
protocol Command: SendableMetatype {
    static var name: String { get }
    /// A description in one sentence.
    static var abstract: String { get }
    /// The positional arguments for the usage line, such as `FILE`.
    static var usage: String { get }
    /// The permitted number of positional arguments.
    static var words: ClosedRange<Int> { get }
    static var options: [CommandOption] { get }
    /// Example arguments, without the names of the tool and the command.
    static var examples: [String] { get }
    /// Whether the command accepts GStreamer's options.
    static var acceptsGStreamerOptions: Bool { get }
    /// The words that shells propose for positional arguments.
    static var completion: ArgumentCompletion { get }
    /// The option group of the command, if any.
    static var group: CommandOptionGroup? { get }
    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode
}

extension Command {
    static var options: [CommandOption] { [] }
    static var examples: [String] { [] }
    static var acceptsGStreamerOptions: Bool { false }
    static var completion: ArgumentCompletion { words.upperBound == 0 ? .none : .files }
    static var group: CommandOptionGroup? { nil }
}
