import PipelineFile
import PipelineRuntime
import Sluice
import StageKit

/// A pipeline file with its parameters and the plugins given on the command line.
struct PipelineSource: Sendable {
    let path: String
    let settings: [String: String]
    let plugins: [String]
    /// The name in a service; nil outside one.
    private let service: String?
    /// The reason why the argument refers to no file.
    private let problem: Diagnostic?

    /// Creates the source for an argument: the path of a file, or the name of an example.
    init(_ argument: String, settings: [String: String], plugins: [String] = []) {
        (self.settings, self.plugins, service) = (settings, plugins, nil)
        do throws(Diagnostic) {
            path = try ExamplePipelines.resolve(argument)
            problem = nil
        } catch {
            path = argument
            problem = error
        }
    }

    /// Creates the source for the path of a file, which has a name in a service.
    init(file path: String, settings: [String: String], plugins: [String], service: String? = nil) {
        (self.path, self.settings, self.plugins, problem) = (path, settings, plugins, nil)
        self.service = service
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

    /// Loads and validates the current content of the file and the plugins.
    func load() throws(PipelineError) -> Pipeline { try Pipeline(loadFile()) }

    /// Loads and validates the file, at its place in a service if it has one.
    func loadFile(in service: ServicePlacement? = nil) -> PipelineFileResult {
        if let problem { return .rejected([problem]) }
        var kinds = PluginCatalogue(.tool, .standard)
        for plugin in plugins { kinds.add(plugin, relativeTo: "") }
        guard kinds.diagnostics.isEmpty else { return .rejected(kinds.diagnostics) }
        var result = PipelineFile.load(
            path: path, settings: settings, environment: Console.environment, catalogue: kinds.catalogue,
            plugins: .standard, service: service ?? self.service.map { .named($0) })
        for warning in kinds.warnings { result.add(warning) }
        return result
    }
}
