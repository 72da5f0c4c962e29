import PipelineFile
import PipelineRuntime
import Sluice
import StageKit

/// A pipeline file with its parameters and the plugins given on the command line.
struct PipelineSource: Sendable {
    var path: String
    var settings: [String: String]
    var plugins: [String] = []

    /// Returns the pipeline; nil if the file is invalid. Prints the diagnostics.
    func pipeline() -> Pipeline? {
        do throws(PipelineError) {
            let pipeline = try load()
            Console.error(pipeline.diagnostics.text)
            return pipeline
        } catch {
            Console.error(error.description)
            return nil
        }
    }

    /// Returns the pipeline, nil if the file is invalid, and the diagnostics. Prints nothing.
    func result() -> (pipeline: Pipeline?, diagnostics: [Diagnostic]) {
        do throws(PipelineError) {
            let pipeline = try load()
            return (pipeline, pipeline.diagnostics.all)
        } catch {
            guard case .invalid(let diagnostics) = error else { preconditionFailure("loading starts nothing") }
            return (nil, diagnostics.all)
        }
    }

    /// Loads and validates the current content of the file and the plugins.
    func load() throws(PipelineError) -> Pipeline {
        var kinds = PluginCatalogue(.tool, .standard)
        for plugin in plugins { kinds.add(plugin, relativeTo: "") }
        guard kinds.diagnostics.isEmpty else { throw .invalid(PipelineDiagnostics(kinds.diagnostics)) }
        return try Pipeline(
            PipelineFile.load(
                path: path, settings: settings, environment: Console.environment, catalogue: kinds.catalogue,
                plugins: .standard))
    }
}
