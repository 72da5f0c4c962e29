import PipelineRuntime
import StageKit

extension PluginLoader {
    /// The loader of this process: SLUICE_PLUGIN_PATH, then what was installed with the tool.
    static let standard: PluginLoader = {
        let sdk = PluginSDK.ofThisProgram()
        let path = (Console.environment["SLUICE_PLUGIN_PATH"] ?? "").split(separator: ":").map(String.init)
        return PluginLoader(searchPath: path + (sdk.map { ["\($0.folder)/../Plugins"] } ?? []), sdk: sdk)
    }()
}

extension CommandOption {
    /// Plugins besides those that the file names.
    static let plugin = CommandOption(
        "plugin", nil, .list("PLUGIN"), "Load a plugin by its folder or name; may be repeated")
}

extension Arguments {
    /// The plugins that `--plugin` names.
    var plugins: [String] { values["plugin"] ?? [] }
}
