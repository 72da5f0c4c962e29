import PipelineRuntime
import StageKit

extension PluginLoader {
    /// The loader of this process, which looks along SLUICE_PLUGIN_PATH.
    static let standard: PluginLoader = {
        let path = (Console.environment["SLUICE_PLUGIN_PATH"] ?? "").split(separator: ":").map(String.init)
        return PluginLoader(searchPath: path) { PluginSDK.ofTool }
    }()
}

extension PluginSDK {
    /// The modules of this tool, read once.
    static let ofTool = ofThisProgram()
}

extension CommandOption {
    /// Plugins besides those that the file names.
    static let plugin = CommandOption(
        "plugin", nil, .list("PLUGIN"),
        "Load a plugin by its folder, or by a name that SLUICE_PLUGIN_PATH leads to; may be repeated")
}

extension Arguments {
    /// The plugins that `--plugin` names.
    var plugins: [String] { (values["plugin"] ?? []).map(PluginLoader.reference) }
}
