import Glibc
import PipelineFile
package import PipelineRuntime
package import StageKit
import SystemFiles

/// Loads the pipeline of a plan.
package enum JobPipeline {
    /// The prefix of the variables that set parameters of pipeline files.
    private static let variablePrefix = "SLUICE_PARAM_"

    /// Describes a loaded pipeline for a plan. Throws if it contains secrets, which plans cannot contain.
    package static func describe(
        _ plan: PipelinePlan, path: String, text: String, parameters: [String: String], environment: [String: String],
        plugins: [String]
    ) throws(JobError) -> JobPlan.PlannedPipeline {
        guard plan.redactor.isEmpty else {
            throw JobError("the pipeline contains secrets, which a plan would store; use files of secrets instead")
        }
        return JobPlan.PlannedPipeline(
            name: plan.name, path: path, text: text, parameters: parameters,
            environment: environment.filter { $0.key.hasPrefix(variablePrefix) }, plugins: plugins)
    }

    /// Returns the pipeline of a plan. Throws if it cannot be loaded on this machine.
    ///
    /// `paths` are the local copies of inputs by their URLs.
    package static func load(
        _ plan: JobPlan, catalogue: StageCatalogue, plugins: PluginLoader?, substituting paths: [String: String] = [:]
    ) throws(JobError) -> PipelinePlan {
        // Relative paths in the pipeline refer to this folder.
        guard chdir(plan.workingFolder) == 0 else {
            throw JobError(.temporary, "cannot open the folder '\(plan.workingFolder)': \(SystemError(code: errno))")
        }
        var extended = catalogue
        if let plugins, !plan.pipeline.plugins.isEmpty {
            var kinds = PluginCatalogue(catalogue, plugins)
            for plugin in plan.pipeline.plugins { kinds.add(plugin, relativeTo: "") }
            if let problem = kinds.diagnostics.first { throw JobError(problem.message) }
            extended = kinds.catalogue
        }
        let path = plan.pipeline.path
        func local(_ text: String) -> String { paths.reduce(text) { $0.replacing($1.key, with: $1.value) } }
        let text = local(plan.pipeline.text)
        let result = PipelineFile.load(
            path: path, settings: plan.pipeline.parameters.mapValues(local), environment: plan.pipeline.environment,
            catalogue: extended, plugins: plugins,
            reading: { file, _ throws(Diagnostic) in
                guard file == path else {
                    throw Diagnostic(code: "unreadable-file", message: "'\(file)' is not part of the plan")
                }
                return Array(text.utf8)
            })
        guard let loaded = result.plan else {
            let problem = result.diagnostics.first { $0.severity == .error }?.message ?? "it is invalid"
            throw JobError("the pipeline of the plan cannot be loaded on this machine: \(problem)")
        }
        return loaded
    }
}
