package import PipelineRuntime
package import StageKit
import SystemFiles

/// A pipeline file: YAML that declares stages and their connections.
package struct PipelineFile {
    /// Reads at most `limit` bytes of a file; throws a diagnostic without a location.
    package typealias Reading = (_ path: String, _ limit: Int) throws(Diagnostic) -> [UInt8]

    /// Loads and validates a pipeline file.
    ///
    /// The value of a parameter is the one in `settings`, else the value of the variable `SLUICE_PARAM_NAME` in
    /// `environment` (in capitals, with an underscore for each hyphen), else its default. Without a plugin loader, the
    /// plugins in the file are ignored.
    package static func load(
        path: String, settings: [String: String] = [:], environment: [String: String] = [:],
        catalogue: StageCatalogue, plugins: PluginLoader? = nil
    ) -> PipelineFileResult {
        load(
            path: path, settings: settings, environment: environment, catalogue: catalogue, plugins: plugins,
            reading: { file, limit throws(Diagnostic) in
                // The user may pass a pipe of the shell as the pipeline file; files that it refers to must be regular
                // files.
                try read(file, limit, file == path ? .filesAndOpenDescriptors : .files)
            })
    }

    /// Loads a pipeline file with a custom function for reading files.
    package static func load(
        path: String, settings: [String: String] = [:], environment: [String: String] = [:],
        catalogue: StageCatalogue, plugins: PluginLoader? = nil, reading: @escaping Reading
    ) -> PipelineFileResult {
        var loading = PipelineFileLoader(reading: reading)
        let document = loading.document(at: path)
        var plan: PipelinePlan?
        if let document {
            let catalogue = loading.catalogue(catalogue, for: document, plugins)
            plan = loading.plan(document, settings, environment, PlanBuilder(catalogue: catalogue))
        }
        return loading.result(plan)
    }

    private static func read(
        _ path: String, _ limit: Int, _ scope: RegularFile.Scope
    ) throws(Diagnostic) -> [UInt8] {
        do throws(TextFile.Problem) {
            return try TextFile.read(path, limit: limit, scope: scope)
        } catch {
            throw Diagnostic(code: error.code, message: error.message)
        }
    }
}
