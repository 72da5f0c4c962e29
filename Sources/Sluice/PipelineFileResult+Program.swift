package import PipelineFile
import StageKit

extension PipelineFileResult {
    /// Adds an error for each section that only the tool uses, so that none is ignored silently.
    package mutating func rejectToolSections() {
        rejectPlugins()
        guard let location = document?.adminLocation else { return }
        add(
            Diagnostic(
                code: "admin-in-program", message: "a pipeline in a program has no admin listener", at: location,
                notes: [
                    "remove 'admin', and read Pipeline.status and Pipeline.events",
                    "to keep the listener, run the file in a StreamingService, whose service file has 'admin'",
                ]))
    }

    /// Adds an error if the file names a plugin.
    package mutating func rejectPlugins() {
        guard let plugin = document?.plugins.first else { return }
        add(
            Diagnostic(
                code: "plugin-in-program", message: "a program cannot load the plugin '\(plugin.text)'",
                at: plugin.location, notes: ["link the plugin and register its stages with StageCatalogue.register"]))
    }
}
