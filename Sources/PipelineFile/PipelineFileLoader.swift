import PipelineRuntime
import StageKit

/// Loads one pipeline file: converts bytes to a document, and the document to a plan.
struct PipelineFileLoader {
    let reading: PipelineFile.Reading
    private var sources: [String: SourceText] = [:]
    /// The paths of the files in the order of reading.
    private var paths: [String] = []
    private var diagnostics: [Diagnostic] = []
    private var redactor = Redactor()
    /// Whether a plugin cannot be loaded, so that its kinds are unknown.
    private var lacksPlugin = false

    init(reading: @escaping PipelineFile.Reading) { self.reading = reading }

    /// Returns the document at `path`, merged over the document it extends; nil when either cannot be read.
    mutating func document(at path: String) -> PipelineDocument? {
        guard var document = document(at: path, namedAt: nil) else { return nil }
        document.name = document.name ?? LocatedText(Self.stem(of: path))
        guard let extends = document.extends else { return document }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let originalPath = extends.text.hasPrefix("/") ? extends.text : folder + extends.text
        guard let original = self.document(at: originalPath, namedAt: extends.location) else { return nil }
        if let second = original.extends {
            diagnostics.append(
                Diagnostic(
                    code: "nested-extends", message: "'\(extends.text)' itself extends '\(second.text)'",
                    at: extends.location, notes: ["a file can only extend a file that extends no other"]))
            return nil
        }
        return document.extending(original, &diagnostics)
    }

    /// Returns the document with this content.
    mutating func document(_ root: OptionNode) -> PipelineDocument {
        var reader = DocumentReader()
        let document = reader.read(root)
        diagnostics += reader.diagnostics
        return document
    }

    /// Reports errors that were found before the document was read.
    mutating func report(_ problems: [Diagnostic]) { diagnostics += problems }

    private mutating func document(at path: String, namedAt location: SourceLocation?) -> PipelineDocument? {
        values(at: path, namedAt: location).map { document($0) }
    }

    /// Returns the values in a file; nil when it cannot be read.
    mutating func values(at path: String, namedAt location: SourceLocation? = nil) -> OptionNode? {
        do throws(Diagnostic) {
            let bytes = try reading(path, YAMLLimits().fileSize)
            // Stored even if it is not UTF-8, so that diagnostics can show the line.
            let shown = SourceText(path: path, text: String(decoding: bytes, as: UTF8.self))
            if sources.updateValue(shown, forKey: path) == nil { paths.append(path) }
            let source = try SourceText(path: path, bytes: bytes)
            var reader = YAMLReader(source)
            let root = reader.read()
            diagnostics += reader.diagnostics
            return root
        } catch {
            var problem = error
            problem.location = problem.location ?? location
            diagnostics.append(problem)
            return nil
        }
    }

    /// Returns the catalogue extended by the document's plugins. A plugin that fails to load is reported and adds no
    /// kinds.
    mutating func catalogue(
        _ catalogue: StageCatalogue, for document: PipelineDocument, _ plugins: PluginLoader?
    ) -> StageCatalogue {
        guard let plugins else { return catalogue }
        var extended = PluginCatalogue(catalogue, plugins)
        for plugin in document.plugins {
            let folder = plugin.location.map { Self.folder(of: $0.file) } ?? ""
            extended.add(plugin.text, relativeTo: folder, at: plugin.location)
        }
        diagnostics += extended.diagnostics + extended.warnings
        lacksPlugin = !extended.diagnostics.isEmpty
        return extended.catalogue
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// Returns the plan; nil when there is an error.
    mutating func plan(
        _ document: PipelineDocument, _ settings: [String: String], _ environment: [String: String],
        _ builder: PlanBuilder
    ) -> PipelinePlan? {
        let parameters = ParameterTable(
            document.parameters, settings: settings, environment: environment, &diagnostics)
        var substitution = ParameterSubstitution(
            parameters, sources: sources, catalogue: builder.catalogue)
        var secrets = SecretOptionReader(builder.catalogue)
        let substituted = secrets.apply(to: document.hasParameters ? substitution.apply(to: document) : document)
        if substitution.diagnostics.isEmpty { warnAboutUnused(document.parameters, substitution.used) }
        diagnostics += substitution.diagnostics
        var found = secrets.diagnostics
        var plan = builder.plan(substituted, &found)
        var values = secrets.values.union(substitution.secrets)
        for location in secrets.locations {
            values.formUnion(substitution.origins[location]?.map(\.text) ?? [])
        }
        redactor = Redactor(values)
        plan?.redactor = redactor
        plan?.environment = parameters.environment
        for var diagnostic in found {
            // The missing plugin is the cause.
            if lacksPlugin, diagnostic.code == "unknown-kind" { continue }
            if let location = diagnostic.location {
                if substitution.unknown.contains(location) { continue }
                // A default exists for other values of the parameters, and nothing in this run asks for it.
                let isDefault = substitution.origins[location]?.allSatisfy(\.isDefault) ?? false
                if diagnostic.code == "unused-option", isDefault { continue }
                let isSecret = secrets.locations.contains(location)
                diagnostic.notes += substitution.origins[location]?.map { $0.note(isSecret: isSecret) } ?? []
            }
            diagnostics.append(diagnostic)
        }
        return secrets.diagnostics.isEmpty ? plan : nil
    }

    /// Warns about parameters that no value refers to. Parameters of an extended file are exempt, as other files may
    /// use them.
    private mutating func warnAboutUnused(_ parameters: [ParameterDefinition], _ used: Set<String>) {
        for parameter in parameters where !used.contains(parameter.name.text) {
            guard let location = parameter.name.location, location.file == paths.first else { continue }
            diagnostics.append(
                Diagnostic(
                    .warning, code: "unused-parameter",
                    message: "no value refers to the parameter '\(parameter.name.text)'",
                    at: location, notes: ["use ${\(parameter.name.text)} in a value, or remove the parameter"]))
        }
    }

    /// Returns all diagnostics, sorted by location, and the plan unless one of them is an error.
    func result(_ plan: PipelinePlan?, _ document: PipelineDocument?) -> PipelineFileResult {
        var seen: Set<Diagnostic> = []
        let sorted = diagnostics.filter { seen.insert($0).inserted }.enumerated()
            .sorted { (sortKey($0.element), $0.offset) < (sortKey($1.element), $1.offset) }
            .map(\.element)
        let isWrong = sorted.contains { $0.severity == .error }
        return PipelineFileResult(
            plan: isWrong ? nil : plan, diagnostics: sorted, document: document, sources: sources, redactor: redactor)
    }

    private func sortKey(_ diagnostic: Diagnostic) -> SortKey {
        guard let location = diagnostic.location else { return SortKey(file: -1, line: 0, column: 0) }
        let file = paths.firstIndex(of: location.file) ?? paths.count
        return SortKey(file: file, line: location.line, column: location.column)
    }

    private struct SortKey: Comparable {
        var file: Int
        var line: Int
        var column: Int

        static func < (left: SortKey, right: SortKey) -> Bool {
            (left.file, left.line, left.column) < (right.file, right.line, right.column)
        }
    }

    /// The name of a file without its extension.
    static func stem(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        return stem.isEmpty ? name : stem
    }
}
