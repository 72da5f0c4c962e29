import PipelineRuntime
import StageKit

extension PluginLoader {
    /// The loader of this process. It searches the folders in SLUICE_PLUGIN_PATH.
    static let standard: PluginLoader = {
        let path = (Console.environment["SLUICE_PLUGIN_PATH"] ?? "").split(separator: ":").map(String.init)
        return PluginLoader(searchPath: path) { PluginSDK.ofTool }
    }()
}

extension PluginSDK {
    /// The modules of this tool, loaded once.
    static let ofTool = ofThisProgram()
}

extension CommandOption {
    /// Names a plugin in addition to those in the pipeline file.
    static let plugin = CommandOption(
        "plugin", nil, .list("PLUGIN"),
        "Plugin folder, or name of a plugin in SLUICE_PLUGIN_PATH; repeatable")
}

extension Arguments {
    /// The plugins named by `--plugin`.
    var plugins: [String] { (values["plugin"] ?? []).map(PluginLoader.reference) }
}
