import Glibc
package import HTTPStages
package import PipelineFile
package import PipelineRuntime
package import StageKit

/// The pipelines that the folders and files of a service declare.
package struct ServiceFolders: Sendable {
    /// Maximum number of pipelines in one service.
    package static let limit = 64

    /// The name of the service; nil when no service file declares one.
    package private(set) var name: String?
    /// The admin listener; nil when no service file declares one.
    package private(set) var admin: AdminOptions?
    /// The server of movies; nil when no service file declares one.
    package private(set) var movies: MovieServerOptions?
    /// The folders of jobs that the console displays.
    package private(set) var jobs: [String] = []
    /// The pipelines beyond the limit, which are not run; at most as many as are run.
    package private(set) var refused: [PipelineDefinition] = []
    /// Whether a folder or a service file cannot be read, so that its pipelines are not known.
    private(set) var isIncomplete = false
    /// The pipelines, in the order of the paths, then of the names.
    package private(set) var definitions: [PipelineDefinition] = []
    /// The errors in service files and names.
    package private(set) var problems: [Diagnostic] = []
    /// The log that the first service file configures.
    package private(set) var log = ServiceLogSettings()
    /// The service files that were read, for messages that show their lines.
    package private(set) var sources: [String: SourceText] = [:]
    /// The paths of these files.
    private(set) var serviceFiles: [String] = []
    /// The hooks of all pipelines, and the mask of their secrets.
    private(set) var hooks: [PlannedHook] = []
    package private(set) var redactor = Redactor()
    private var places: [String: String] = [:]
    private let defaults: PipelineSettings
    /// The pipelines that the service runs already, by name.
    private let present: [String: PipelineDefinition]

    /// Reads the folders, service files and pipeline files at `paths`. `defaults` apply where no file sets a value.
    ///
    /// `present` are the pipelines that the service runs already. They precede others with the same name and beyond the
    /// limit, and remain while the folder or service file that declares them cannot be read.
    package init(
        _ paths: [String], defaults: PipelineSettings = PipelineSettings(),
        present: [String: PipelineDefinition] = [:]
    ) {
        (self.defaults, self.present) = (defaults, present)
        for path in paths {
            if Self.isFolder(path) || present.values.contains(where: { $0.path.hasPrefix(Self.prefix(of: path)) }) {
                addFolder(path)
            } else if ServiceFile.isServiceFile(path) || present.values.contains(where: { $0.location?.file == path }) {
                addServiceFile(path)
            } else {
                add(PipelineDefinition(name: Self.stem(path), path: path, settings: defaults))
            }
        }
        applyLimit()
    }

    private static func prefix(of folder: String) -> String { folder.hasSuffix("/") ? folder : folder + "/" }

    /// Refuses pipelines beyond the limit, first the last ones that do not run yet.
    private mutating func applyLimit() {
        var excess = definitions.count - Self.limit
        guard excess > 0 else { return }
        for index in definitions.indices.reversed() where excess > 0 && present[definitions[index].name] == nil {
            refused.insert(definitions.remove(at: index), at: 0)
            excess -= 1
        }
        let names = refused.prefix(8).map(\.name).joined(separator: ", ") + (refused.count > 8 ? ", …" : "")
        if let first = refused.first {
            let place = first.location ?? SourceLocation(file: first.path, line: 1, column: 1)
            report(
                "limit-reached",
                "the service has more than \(Self.limit) pipelines; \(refused.count) are not run: \(names)",
                place, "run a second service")
        }
        refused = Array(refused.prefix(Self.limit))
    }

    /// Whether a path refers to a service: a folder, or a service file.
    package static func isService(_ path: String) -> Bool { isFolder(path) || ServiceFile.isServiceFile(path) }

    /// Whether a file in a folder is a pipeline file or a service file, and no editor's temporary file.
    static func isYAML(_ name: String) -> Bool {
        (name.hasSuffix(".yaml") || name.hasSuffix(".yml")) && !name.hasPrefix(".") && !name.hasPrefix("#")
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private mutating func addFolder(_ folder: String) {
        let prefix = Self.prefix(of: folder)
        guard let names = Self.names(in: folder) else {
            let reason = String(cString: strerror(errno)).lowercased()
            problems.append(
                Diagnostic(
                    code: "unreadable-file", message: "cannot read folder '\(folder)': \(reason)",
                    notes: ["its pipelines that run continue; the folder is read again every 5 s"]))
            isIncomplete = true
            addPresent { $0.path.hasPrefix(prefix) || $0.location?.file == prefix + ServiceFile.fileName }
            return
        }
        let files = names.filter(Self.isYAML).sorted()
        var declared: Set<String> = []
        var defaults = defaults
        var isReadable = true
        if files.contains(ServiceFile.fileName) {
            let file = addServiceFile(prefix + ServiceFile.fileName)
            declared = Set(definitions.map(\.path))
            (defaults, isReadable) = (file.defaults, file.isReadable)
        }
        for file in files where file != ServiceFile.fileName && !declared.contains(prefix + file) {
            let path = prefix + file
            // The settings in a service file that cannot be read have not changed.
            let known = present.values.first { $0.path == path && !isReadable }
            add(known ?? PipelineDefinition(name: Self.stem(file), path: path, settings: defaults))
        }
    }

    /// Adds pipelines that the service runs, and whose declaration cannot be read.
    private mutating func addPresent(_ isDeclared: (PipelineDefinition) -> Bool) {
        for definition in present.values.filter(isDeclared).sorted(by: { $0.name < $1.name }) {
            if places[definition.name] == nil { add(definition) }
        }
    }

    @discardableResult
    private mutating func addServiceFile(_ path: String) -> ServiceFile {
        let file = ServiceFile(path: path, defaults: defaults)
        serviceFiles.append(path)
        name = name ?? file.name
        admin = admin ?? file.admin
        movies = movies ?? file.movies
        jobs += file.jobs
        if serviceFiles.count == 1 { log = file.log }
        guard file.isReadable else {
            isIncomplete = true
            sources.merge(file.result.sources) { first, _ in first }
            problems += file.result.diagnostics
            addPresent { $0.location?.file == path }
            return file
        }
        sources.merge(file.result.sources) { first, _ in first }
        problems += file.result.diagnostics
        for hook in file.hooks.hooks where !hooks.contains(where: { $0.name == hook.name }) { hooks.append(hook) }
        redactor.add(file.hooks.redactor)
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        for (name, settings) in file.pipelines {
            let relative = settings.file ?? "\(name.text).yaml"
            // A mistake in the settings leaves a pipeline that runs as it is.
            let known = file.invalidPipelines.contains(name.text) ? present[name.text]?.settings : nil
            add(
                PipelineDefinition(
                    name: name.text, path: relative.hasPrefix("/") ? relative : folder + relative,
                    location: name.location, settings: known ?? settings))
        }
        return file
    }

    private mutating func add(_ definition: PipelineDefinition) {
        let place = definition.location ?? SourceLocation(file: definition.path, line: 1, column: 1)
        guard ServicePipelineName.isValid(definition.name) else {
            return report(
                "bad-name", "'\(definition.name)' is not a valid name of a pipeline", place, ServicePipelineName.syntax)
        }
        if let other = places[definition.name] {
            guard present[definition.name]?.path == definition.path,
                let index = definitions.firstIndex(where: { $0.name == definition.name }),
                definitions[index].path != definition.path
            else {
                return report(
                    "duplicate-name", "two pipelines have the name '\(definition.name)'", place,
                    "the other one is \(other)")
            }
            // The one that runs keeps the name.
            let first = definitions[index]
            (definitions[index], places[definition.name]) = (definition, definition.place)
            return report(
                "duplicate-name", "two pipelines have the name '\(definition.name)'",
                first.location ?? SourceLocation(file: first.path, line: 1, column: 1),
                "the other one is \(definition.place)")
        }
        places[definition.name] = definition.place
        definitions.append(definition)
    }

    private mutating func report(_ code: String, _ message: String, _ place: SourceLocation, _ note: String) {
        problems.append(Diagnostic(code: code, message: message, at: place, notes: [note]))
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let item = readdir(stream) {
            names.append(
                withUnsafePointer(to: &item.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }

    private static func stem(_ path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }
}
