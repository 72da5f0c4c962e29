import PipelineFile
import Sluice
import StageKit

/// Prints the stage reference.
enum StagesCommand: Command {
    static let name = "stages"
    static let abstract = "List the stage kinds, or print the inputs, outputs and options of one."
    static let usage = "[KIND]"
    static let words = 0...1
    static var options: [CommandOption] {
        [
            CommandOption("markdown", nil, .flag, "Output as Markdown; with --plugin, plugins only"), .plugin,
        ]
    }
    static let examples = ["", "fmp4.segment", "--markdown > Stages.md", "--markdown --plugin FilmGrain"]

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        var kinds = PluginCatalogue(.tool, .standard)
        for plugin in arguments.plugins { kinds.add(plugin, relativeTo: "") }
        guard kinds.diagnostics.isEmpty else {
            Console.error(DiagnosticPrinter.text(kinds.diagnostics))
            return .invalidFile
        }
        let catalogue = kinds.catalogue
        let isMarkdown = arguments.has("markdown")
        guard let kind = arguments.words.first else {
            Console.write(isMarkdown ? page(catalogue, arguments) : StageReference.text(catalogue))
            return .done
        }
        guard let description = catalogue[kind] else {
            throw UsageError.unknown("stage kind", kind, among: catalogue.descriptions.map(\.kind))
        }
        Console.write(isMarkdown ? StageReference.markdown(description) : StageReference.text(description))
        return .done
    }

    private static func page(_ catalogue: StageCatalogue, _ arguments: Arguments) -> String {
        arguments.plugins.isEmpty
            ? StageReference.markdown(catalogue) : StageReference.markdown(ofPluginsIn: catalogue)
    }
}
