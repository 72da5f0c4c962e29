import PipelineFile
import PipelineRuntime
import Sluice
import StageKit

/// A pipeline file with its parameters and the plugins given on the command line.
struct PipelineSource: Sendable {
    let path: String
    let settings: [String: String]
    let plugins: [String]
    /// The reason why the argument refers to no file.
    private let problem: Diagnostic?

    /// Creates the source for an argument: the path of a file, or the name of an example.
    init(_ argument: String, settings: [String: String], plugins: [String] = []) {
        (self.settings, self.plugins) = (settings, plugins)
        do throws(Diagnostic) {
            path = try ExamplePipelines.resolve(argument)
            problem = nil
        } catch {
            path = argument
            problem = error
        }
    }

    /// Creates the source for the path of a file.
    init(file path: String, settings: [String: String], plugins: [String]) {
        (self.path, self.settings, self.plugins, problem) = (path, settings, plugins, nil)
    }

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
        if let problem { throw .invalid(PipelineDiagnostics([problem])) }
        var kinds = PluginCatalogue(.tool, .standard)
        for plugin in plugins { kinds.add(plugin, relativeTo: "") }
        guard kinds.diagnostics.isEmpty else { throw .invalid(PipelineDiagnostics(kinds.diagnostics)) }
        return try Pipeline(
            PipelineFile.load(
                path: path, settings: settings, environment: Console.environment, catalogue: kinds.catalogue,
                plugins: .standard))
    }
}
