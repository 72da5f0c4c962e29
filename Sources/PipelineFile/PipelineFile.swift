package import PipelineRuntime
package import StageKit
import SystemFiles

/// A pipeline file: YAML that names stages and how they are joined.
package struct PipelineFile {
    /// Reads the bytes of a file, of at most this many; throws a diagnostic without a place.
    package typealias Reading = (_ path: String, _ limit: Int) throws(Diagnostic) -> [UInt8]

    /// Reads a pipeline file and checks all of it.
    ///
    /// Parameters take their value from `settings`, else from the variable `SLUICE_PARAM_NAME` in `environment` (in
    /// capitals, with an underscore for each hyphen), else from their default.
    /// Without a loader the plugins that the file names are not looked for.
    package static func load(
        path: String, settings: [String: String] = [:], environment: [String: String] = [:],
        catalogue: StageCatalogue, plugins: PluginLoader? = nil
    ) -> PipelineFileResult {
        load(
            path: path, settings: settings, environment: environment, catalogue: catalogue, plugins: plugins,
            reading: { file, limit throws(Diagnostic) in
                // The file that the user names may come from a pipe of the shell; those that it names may not.
                try read(file, limit, file == path ? .filesAndOpenDescriptors : .files)
            })
    }

    /// Reads a pipeline file from wherever `reading` finds it.
    package static func load(
        path: String, settings: [String: String] = [:], environment: [String: String] = [:],
        catalogue: StageCatalogue, plugins: PluginLoader? = nil, reading: @escaping Reading
    ) -> PipelineFileResult {
        var loading = FileLoading(reading: reading)
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

/// What reading a pipeline file gave.
package struct PipelineFileResult: Sendable {
    /// What a run would do; nil when there is any error.
    package var plan: PipelinePlan?
    /// Everything that is wrong, sorted by place.
    package var diagnostics: [Diagnostic]
    /// The files that were read, by their paths.
    package var sources: [String: SourceText]

    /// Masks the secrets of the file.
    package var redactor = Redactor()

    /// The diagnostics as a compiler would print them.
    package var text: String { DiagnosticPrinter.text(diagnostics, sources: sources, redactor: redactor) }

    /// What is wrong before any file is read.
    package static func refused(_ diagnostics: [Diagnostic]) -> PipelineFileResult {
        PipelineFileResult(plan: nil, diagnostics: diagnostics, sources: [:])
    }
}
