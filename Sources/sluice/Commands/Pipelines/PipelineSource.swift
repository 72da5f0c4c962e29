import PipelineFile
import PipelineRuntime

/// A pipeline file with its parameters and the plugins given on the command line.
struct PipelineSource: Sendable {
    var path: String
    var settings: [String: String]
    var plugins: [String] = []

    /// Returns the plan; nil if the file is invalid. Prints the diagnostics.
    func plan() -> PipelinePlan? {
        let result = load()
        Console.error(result.text)
        return result.plan
    }

    /// Loads and validates the current content of the file and the plugins.
    func load() -> PipelineFileResult {
        var kinds = PluginCatalogue(.standard, .standard)
        for plugin in plugins { kinds.add(plugin, relativeTo: "") }
        guard kinds.diagnostics.isEmpty else {
            return .rejected(kinds.diagnostics)
        }
        return PipelineFile.load(
            path: path, settings: settings, environment: Console.environment, catalogue: kinds.catalogue,
            plugins: .standard)
    }
}
