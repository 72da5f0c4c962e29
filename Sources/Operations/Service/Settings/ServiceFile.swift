package import HTTPStages
package import PipelineFile
package import PipelineRuntime
import StageKit

/// A service file: YAML that declares the pipelines of a service, and the folders of movies that it serves.
package struct ServiceFile: Sendable {
    /// The name of the service; nil when the file declares none.
    package private(set) var name: String?
    /// The log of the service.
    package private(set) var log = ServiceLogSettings()
    /// The hooks of all pipelines.
    package private(set) var hooks = HookSection()
    /// The settings of pipelines that the file does not declare.
    package private(set) var defaults = PipelineSettings()
    /// The declared pipelines, in the order of the file.
    package private(set) var pipelines: [(name: LocatedText, settings: PipelineSettings)] = []
    /// The declared pipelines whose settings are invalid, and were replaced by defaults.
    private(set) var invalidPipelines: Set<String> = []
    /// Whether the file is a mapping, so that it declares what it should.
    private(set) var isReadable = false
    /// The admin listener of the service; nil when the file declares none.
    package private(set) var admin: AdminOptions?
    /// The server of movies; nil when the file declares none.
    package private(set) var movies: MovieServerOptions?
    /// The folders of jobs that the console displays.
    package private(set) var jobs: [String] = []
    /// The errors; their text shows the lines of the file.
    package private(set) var result: PipelineFileResult

    /// The name of the service file in a folder of pipeline files.
    package static let fileName = "service.yaml"
    static let keys = ["service", "log", "admin", "hooks", "defaults", "pipelines", "movies", "jobs"]
    private static let example = "write 'pipelines:' and below it 'NAME: { start: boot }'"

    /// Reads a service file. Invalid settings are reported, and replaced by their defaults.
    package init(path: String, defaults: PipelineSettings = PipelineSettings()) {
        self.defaults = defaults
        let root: OptionNode?
        (root, result) = PipelineFile.values(path: path)
        guard let root else { return }
        guard case .mapping(let entries) = root.content else {
            report("wrong-type", "a service file is a mapping", root.location, [Self.example])
            return
        }
        isReadable = true
        let common = entries.first { $0.key == "defaults" }?.value
        if let common { self.defaults = settings(common, as: defaults) }
        for entry in entries {
            switch entry.key {
            case "defaults": break
            case "service":
                if case .scalar(let text, _) = entry.value.content {
                    name = text
                } else {
                    report("wrong-type", "'service' requires a name", entry.value.location)
                }
            case "log": readLog(entry.value)
            case "hooks":
                hooks = HookSection(entry.value)
                for problem in hooks.diagnostics { result.add(problem) }
            case "pipelines": readPipelines(entry.value, common, defaults)
            case "movies":
                movies = PipelineFile.mapping(MovieServerOptions.self, entry.value, &result)
                let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
                movies?.resolve(below: folder)
                reportMissingFolders(entry.value)
            case "jobs": readJobs(entry.value, below: path.lastIndex(of: "/").map { String(path[...$0]) } ?? "")
            case "admin": admin = PipelineFile.admin(entry.value, &result)
            default:
                report(
                    "unknown-key", "a service file has no key '\(entry.key)'", entry.keyLocation,
                    ["a service file has: \(Self.keys.joined(separator: ", "))"])
            }
        }
    }

    /// Whether a YAML file is a service file: it has pipelines, movies or jobs, and no stages.
    package static func isServiceFile(_ path: String) -> Bool {
        guard case .mapping(let entries)? = PipelineFile.values(path: path).root?.content else { return false }
        let keys = Set(entries.map(\.key))
        return !keys.isDisjoint(with: ["pipelines", "movies", "jobs"]) && keys.isDisjoint(with: ["stages", "extends"])
    }

    /// Reports folders of movies that cannot be read. The service serves them as soon as they can.
    private mutating func reportMissingFolders(_ node: OptionNode) {
        guard case .mapping(let entries) = node.content,
            let list = entries.first(where: { $0.key == "folders" })?.value,
            case .list(let items) = list.content
        else { return }
        for folder in movies?.unreadableFolders ?? [] where items.indices.contains(folder.index) {
            report(
                "unreadable-folder", "cannot read folder of movies '\(folder.path)': \(folder.reason)",
                items[folder.index].location,
                ["mount or create it, or change 'folder'; a running service serves its movies as soon as it can"])
        }
    }

    private mutating func readJobs(_ node: OptionNode, below folder: String) {
        let items = if case .list(let items) = node.content { items } else { [node] }
        for item in items {
            guard case .scalar(let path, _) = item.content, !path.isEmpty else {
                report("wrong-type", "'jobs' requires folders", item.location, ["write 'jobs: [/srv/encoded]'"])
                continue
            }
            jobs.append(path.hasPrefix("/") ? path : folder + path)
        }
    }

    private mutating func readPipelines(_ node: OptionNode, _ common: OptionNode?, _ defaults: PipelineSettings) {
        guard case .mapping(let entries) = node.content else {
            return report("wrong-type", "'pipelines' requires a mapping", node.location, [Self.example])
        }
        for entry in entries {
            guard ServicePipelineName.isValid(entry.key) else {
                report(
                    "bad-name", "'\(entry.key)' is not a valid name of a pipeline", entry.keyLocation,
                    [ServicePipelineName.syntax])
                continue
            }
            let node = entry.value.isEmpty ? OptionNode(.mapping([]), at: entry.keyLocation) : entry.value
            let known = result.diagnostics.count
            let settings = settings(node.merged(over: common), as: defaults)
            if result.diagnostics.count > known { invalidPipelines.insert(entry.key) }
            pipelines.append((LocatedText(entry.key, at: entry.keyLocation), settings))
        }
    }

    private mutating func readLog(_ node: OptionNode) {
        do throws(OptionProblem) {
            log = try ServiceLogSettings(option: node)
        } catch {
            report(error)
        }
    }

    private mutating func settings(_ node: OptionNode, as defaults: PipelineSettings) -> PipelineSettings {
        do throws(OptionProblem) {
            return try PipelineSettings(option: node.merged(over: OptionNode(.mapping(defaults.entries))))
        } catch {
            report(error)
            return defaults
        }
    }

    private mutating func report(_ error: OptionProblem) {
        for problem in error.all {
            report(problem.code.rawValue, problem.message, problem.location, ["expected \(problem.expected)"])
        }
    }

    private mutating func report(
        _ code: String, _ message: String, _ location: SourceLocation?, _ notes: [String] = []
    ) {
        let problem = Diagnostic(code: code, message: message, at: location, notes: notes)
        // An error in the defaults concerns each pipeline.
        if !result.diagnostics.contains(problem) { result.add(problem) }
    }
}

extension OptionNode {
    fileprivate var isEmpty: Bool {
        guard case .scalar(let text, false) = content else { return false }
        return ["", "~", "null"].contains(text)
    }

    /// Returns the mapping with the entries of another mapping that it lacks, recursively.
    fileprivate func merged(over other: OptionNode?) -> OptionNode {
        guard let other, case .mapping(let entries) = content, case .mapping(let base) = other.content else {
            return self
        }
        let additions = base.filter { entry in !entries.contains { $0.key == entry.key } }
        let own = entries.map { entry in
            var entry = entry
            entry.value = entry.value.merged(over: base.first { $0.key == entry.key }?.value)
            return entry
        }
        return OptionNode(.mapping(own + additions), at: location)
    }
}
