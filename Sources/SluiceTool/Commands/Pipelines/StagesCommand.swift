import PipelineFile
import Sluice
import StageKit

/// Prints the stage reference.
enum StagesCommand: Command {
    static let name = "stages"
    static let abstract = "List the stage kinds, or print the inputs, outputs and options of one."
    static let usage = "[KIND]"
    static let words = 0...1
    static var completion: ArgumentCompletion { .stages }
    static var options: [CommandOption] {
        [
            CommandOption("markdown", nil, .flag, "Output as Markdown; with --plugin, plugins only"), .json, .plugin,
        ]
    }
    static let examples = [
        "", "fmp4.segment", "--markdown > Stages.md", "--markdown --plugin FilmGrain", "http.origin --json",
    ]

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        guard let catalogue = PluginCatalogue.tool(with: arguments) else { return .invalidFile }
        let isMarkdown = arguments.has("markdown")
        let isJSON = arguments.has("json")
        guard let kind = arguments.words.first else {
            if isJSON {
                Console.write(JSONText.text(StageListDocument(catalogue.descriptions)))
                return .done
            }
            Console.write(isMarkdown ? page(catalogue, arguments) : StageReference.text(catalogue))
            return .done
        }
        guard let description = catalogue[kind] else {
            throw UsageError.unknown("stage kind", kind, among: catalogue.descriptions.map(\.kind))
        }
        if isJSON {
            Console.write(JSONText.text(StageListDocument([description])))
            return .done
        }
        Console.write(isMarkdown ? StageReference.markdown(description) : StageReference.text(description))
        return .done
    }

    private static func page(_ catalogue: StageCatalogue, _ arguments: Arguments) -> String {
        arguments.plugins.isEmpty
            ? StageReference.markdown(catalogue) : StageReference.markdown(ofPluginsIn: catalogue)
    }
}
