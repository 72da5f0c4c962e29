import PipelineFile
import PipelineRuntime

/// Validates pipeline files without opening any device.
enum CheckCommand: Command {
    static let name = "check"
    static let abstract = "Report all errors in pipeline files; opens no device."
    static let usage = "FILE…"
    static let words = 1...Int.max
    static var options: [CommandOption] {
        [.set, .plugin, CommandOption("quiet", "q", .flag, "Print nothing for valid files")]
    }
    static let examples = ["Pipelines/*.yaml", "Pipelines/live-camera.yaml --set camera=/dev/video2"]

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        var code = ExitCode.done
        let settings = try arguments.settings()
        for path in arguments.words {
            guard let plan = PipelineSource(path: path, settings: settings, plugins: arguments.plugins).plan() else {
                code = .invalidFile
                continue
            }
            if !arguments.has("quiet") { Console.write("\(path): ok, \(plan.stages.count) stages\n") }
        }
        return code
    }
}

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
