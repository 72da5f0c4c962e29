import PipelineFile
import PipelineRuntime

/// Draws the plan of a pipeline file.
enum GraphCommand: Command {
    static let name = "graph"
    static let abstract = "Draw the stages of a pipeline file and what travels between them."
    static let usage = "FILE"
    static let words = 1...1
    static var options: [CommandOption] {
        [CommandOption("dot", nil, .flag, "Write Graphviz's language"), .set, .plugin]
    }
    static let examples = ["Pipelines/vod-encode.yaml", "--dot Pipelines/vod-encode.yaml | dot -Tsvg > plan.svg"]

    static func run(_ arguments: Arguments) throws(Misuse) -> ExitCode {
        let origin = PlanOrigin(
            path: arguments.words[0], settings: try arguments.settings(), plugins: arguments.plugins)
        guard let plan = origin.plan() else { return .fileIsWrong }
        let printer = GraphPrinter(plan)
        Console.write(arguments.has("dot") ? printer.dot : printer.text)
        return .done
    }
}
