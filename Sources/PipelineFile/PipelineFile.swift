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
        catalogue: StageCatalogue, plugins: PluginLoader? = nil, service: ServicePlacement? = nil
    ) -> PipelineFileResult {
        load(
            path: path, settings: settings, environment: environment, catalogue: catalogue, plugins: plugins,
            service: service,
            reading: { file, limit throws(Diagnostic) in
                // The user may pass a pipe of the shell as the pipeline file; files that it refers to must be regular
                // files.
                try read(file, limit, file == path ? .filesAndOpenDescriptors : .files)
            })
    }

    /// Loads a pipeline file with a custom function for reading files.
    package static func load(
        path: String, settings: [String: String] = [:], environment: [String: String] = [:],
        catalogue: StageCatalogue, plugins: PluginLoader? = nil, service: ServicePlacement? = nil,
        reading: @escaping Reading
    ) -> PipelineFileResult {
        var loading = PipelineFileLoader(reading: reading)
        var document = loading.document(at: path)
        if let service {
            if let problem = document?.place(in: service) { loading.report([problem]) }
        } else {
            // As in a service, whose pipelines have the names of their files.
            document?.setDefaults(of: .named(PipelineFileLoader.stem(of: path)))
        }
        var plan: PipelinePlan?
        if let document {
            let catalogue = loading.catalogue(catalogue, for: document, plugins)
            plan = loading.plan(document, settings, environment, PlanBuilder(catalogue: catalogue))
        }
        return loading.result(plan, document)
    }

    /// Validates the text of a pipeline file; `name` is its path in diagnostics.
    package static func load(
        yaml text: String, name: String, settings: [String: String] = [:], catalogue: StageCatalogue
    ) -> PipelineFileResult {
        load(
            path: name, settings: settings, catalogue: catalogue,
            reading: { file, limit throws(Diagnostic) in
                guard file == name else { return try read(file, limit, .files) }
                guard text.utf8.count <= limit else {
                    throw Diagnostic(code: "limit-reached", message: "the text is longer than \(limit >> 10) KiB")
                }
                return Array(text.utf8)
            })
    }

    /// Validates a document that is not from a file. `problems` are reported with its own.
    package static func load(
        _ root: OptionNode, name: String, catalogue: StageCatalogue, problems: [Diagnostic] = []
    ) -> PipelineFileResult {
        var loading = PipelineFileLoader(reading: { path, _ throws(Diagnostic) in
            throw Diagnostic(code: "unreadable-file", message: "'\(path)' cannot be read from a program")
        })
        loading.report(problems)
        var document = loading.document(root)
        document.name = document.name ?? LocatedText(name)
        document.hasParameters = false
        document.setDefaults(of: .named(document.name?.text ?? name))
        let plan = loading.plan(document, [:], [:], PlanBuilder(catalogue: catalogue))
        return loading.result(plan, document)
    }

    /// Reads the values of another YAML file with the limits and diagnostics of pipeline files.
    ///
    /// Errors are added to the result, whose text shows them with the lines of the file.
    package static func values(path: String) -> (root: OptionNode?, result: PipelineFileResult) {
        values(path: path, reading: { file, limit throws(Diagnostic) in try read(file, limit, .files) })
    }

    /// Reads the values of another YAML file with a custom function for reading files.
    package static func values(
        path: String, reading: @escaping Reading
    ) -> (root: OptionNode?, result: PipelineFileResult) {
        var loading = PipelineFileLoader(reading: reading)
        let root = loading.values(at: path)
        return (root, loading.result(nil, nil))
    }

    /// Parses the value of `admin` in another YAML file; errors are added to the result of the file, which then masks
    /// the token.
    package static func admin(_ node: OptionNode, _ result: inout PipelineFileResult) -> AdminOptions? {
        var secrets = SecretOptionReader(StageCatalogue())
        let node = secrets.apply(toAdmin: node)
        var found = secrets.diagnostics
        let options = AdminPlanner.options(node, &found)
        result.redactor.add(Redactor(secrets.values))
        for diagnostic in found { result.add(diagnostic) }
        return secrets.diagnostics.isEmpty ? options : nil
    }

    /// Parses a mapping in another YAML file; errors are added to the result of the file, which then masks its secrets.
    package static func mapping<Options: OptionMapping>(
        _: Options.Type, _ node: OptionNode, _ result: inout PipelineFileResult
    ) -> Options? {
        var secrets = SecretOptionReader(StageCatalogue())
        let node = secrets.apply(to: node, Options.members)
        result.redactor.add(Redactor(secrets.values))
        for diagnostic in secrets.diagnostics { result.add(diagnostic) }
        guard secrets.diagnostics.isEmpty else { return nil }
        do throws(OptionProblem) {
            return try Options(option: node)
        } catch {
            for problem in error.all {
                var diagnostic = Diagnostic(
                    code: problem.code.rawValue, message: problem.message, at: problem.location,
                    notes: ["expected \(problem.expected)"])
                diagnostic.isSecret = problem.isSecret
                result.add(diagnostic)
            }
            return nil
        }
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
