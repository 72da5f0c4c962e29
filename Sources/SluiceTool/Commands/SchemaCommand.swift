import OnDemand
import PipelineFile
import StageKit

/// Prints JSON Schemas.
enum SchemaCommand: Command {
    static let name = "schema"
    static let abstract =
        "Print the JSON Schema of pipeline or presentation files for editors, or that of a command's JSON output."
    static let usage = ""
    static let words = 0...0
    static var options: [CommandOption] {
        [
            CommandOption(
                "of", nil, .value("DOCUMENT"), "\(names.joined(separator: ", ")); default: \(pipeline)", words: names),
            .plugin,
        ]
    }
    static let examples = ["> pipeline.schema.json", "--of check", "--plugin FilmGrain > pipeline.schema.json"]

    /// The name of the schema of pipeline files.
    private static let pipeline = "pipeline"
    /// The name of the schema of presentation files.
    private static let presentation = "presentation"
    private static var documents: [any OutputDocument.Type] {
        [
            StageListDocument.self, CheckDocument.self, GraphDocument.self, VersionDocument.self, RuleListDocument.self,
            JobStatusDocument.self, JobSimulationDocument.self, StreamabilityDocument.self, LibraryDocument.self,
        ]
    }
    /// The documents whose schemas the command prints.
    static var names: [String] { [pipeline, presentation] + documents.map { $0.name } }

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let wanted = arguments.value("of") ?? pipeline
        if wanted == presentation {
            let schema = MappingSchema("Presentation file of sluice", PresentationDescription.members)
            Console.write(schema.document.text + "\n")
            return .done
        }
        if wanted != pipeline {
            guard let document = documents.first(where: { $0.name == wanted }) else {
                throw UsageError.unknown("document", wanted, among: names)
            }
            Console.write(document.schema.text + "\n")
            return .done
        }
        guard let catalogue = PluginCatalogue.tool(with: arguments) else { return .invalidFile }
        Console.write(PipelineFileSchema(catalogue).document.text + "\n")
        return .done
    }
}

extension PluginCatalogue {
    /// Returns the stages of the tool and of the plugins in the arguments; nil if one cannot be loaded, after printing
    /// the reason.
    static func tool(with arguments: Arguments) -> StageCatalogue? {
        var kinds = PluginCatalogue(.tool, .standard)
        for plugin in arguments.plugins { kinds.add(plugin, relativeTo: "") }
        guard kinds.diagnostics.isEmpty else {
            Console.error(DiagnosticPrinter.text(kinds.diagnostics))
            return nil
        }
        Console.error(DiagnosticPrinter.text(kinds.warnings))
        return kinds.catalogue
    }
}

extension CommandOption {
    /// Selects JSON output.
    static let json = CommandOption("json", nil, .flag, "Output as JSON; 'sluice schema --of' prints its schema")
}
