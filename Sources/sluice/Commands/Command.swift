/// A subcommand: what help and completion say of it, and what it does.
protocol Command: SendableMetatype {
    static var name: String { get }
    /// One sentence.
    static var abstract: String { get }
    /// The words behind the options, such as `FILE`.
    static var usage: String { get }
    /// How many words it takes.
    static var words: ClosedRange<Int> { get }
    static var options: [CommandOption] { get }
    /// Command lines without the name of the tool and the command.
    static var examples: [String] { get }
    /// Whether GStreamer's own options go with it.
    static var takesGStreamerOptions: Bool { get }
    /// Whether some options belong to another one that stands before them.
    static var group: OptionGroup? { get }
    static func run(_ arguments: Arguments) async throws(Misuse) -> ExitCode
}

extension Command {
    static var options: [CommandOption] { [] }
    static var examples: [String] { [] }
    static var takesGStreamerOptions: Bool { false }
    static var group: OptionGroup? { nil }
}
