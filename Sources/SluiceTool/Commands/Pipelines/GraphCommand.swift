import Sluice

/// Prints or draws the plan of a pipeline file.
enum GraphCommand: Command {
    static let name = "graph"
    static let abstract = "Draw the stages of a pipeline file with their links and policies."
    static let usage = "FILE|NAME"
    static let words = 1...1
    static var completion: ArgumentCompletion { .pipelines }
    static var options: [CommandOption] {
        [
            CommandOption("dot", nil, .flag, "Output in Graphviz's DOT language"),
            CommandOption(
                "svg", nil, .flag, "Output as SVG, rendered by Graphviz; falls back to DOT if Graphviz is missing"),
            .json, .set, .plugin,
        ]
    }
    static let examples = ["Pipelines/vod-encode.yaml", "--svg Pipelines/vod-encode.yaml > plan.svg"]

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let origin = PipelineSource(
            arguments.words[0], settings: try arguments.settings(),
            plugins: arguments.plugins)
        guard let pipeline = origin.pipeline() else { return .invalidFile }
        if arguments.has("json") {
            Console.write(JSONText.text(GraphDocument(pipeline)))
            return .done
        }
        let graph = pipeline.graph
        if arguments.has("svg") { return draw(graph.dot) }
        Console.write(arguments.has("dot") ? graph.dot : graph.text)
        return .done
    }

    private static func draw(_ dot: String) -> ExitCode {
        switch Graphviz.svg(of: dot) {
        case .success(let picture): Console.write(picture)
        case .failure(let problem):
            // The drawing can still be rendered on another machine.
            Console.error("sluice: \(problem.description); the graph follows in the DOT language\n")
            Console.write(dot)
        }
        return .done
    }
}
