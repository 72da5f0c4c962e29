/// Prints manual pages for man(1).
enum ManualCommand: Command {
    static let name = "manual"
    static let abstract = "List the manual pages, or print one for man(1)."
    static let usage = "[PAGE]"
    static let words = 0...1
    static var completion: ArgumentCompletion { .words(pages) }
    static let examples = ["", "sluice-run.1 | man -l -"]

    /// The names of the pages.
    private static var pages: [String] {
        ["\(Tool.name).1"] + Tool.commands.map { CommandManual.name(of: $0) + ".1" } + ["\(PipelineManual.name).5"]
    }

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        guard let name = arguments.words.first else {
            Console.write(pages.map { "\($0)\n" }.joined())
            return .done
        }
        let page =
            switch name {
            case "\(Tool.name).1": CommandManual.overview
            case "\(PipelineManual.name).5": PipelineManual.page(.tool)
            default: Tool.commands.first { name == CommandManual.name(of: $0) + ".1" }.map(CommandManual.page)
            }
        guard let page else { throw UsageError.unknown("manual page", name, among: pages) }
        Console.write(page.text)
        return .done
    }
}
