import Foundation
import PipelineFile
import PipelineRuntime
import StageKit

/// Creates, builds, tests, lists and diagnoses plugins.
enum PluginCommand: Command {
    static let name = "plugin"
    static let abstract = "Create, build, test, list or diagnose plugins: folders of Swift files that define stages."
    static let usage = "new NAME | build FOLDER | test FOLDER | list | doctor [FOLDER]"
    static let words = 1...2
    static var options: [CommandOption] {
        [
            CommandOption(
                "role", nil, .value("ROLE"), "For 'new': source, transform, processor or sink; default: transform")
        ]
    }
    static let examples = [
        "new FilmGrain --role transform", "build FilmGrain", "test FilmGrain", "list", "doctor FilmGrain",
    ]

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let verbs = ["new", "build", "test", "list", "doctor"]
        let (verb, word) = (arguments.words[0], arguments.words.dropFirst().first)
        guard verbs.contains(verb) else { throw UsageError.unknown("plugin command", verb, among: verbs) }
        if arguments.value("role") != nil, verb != "new" { throw UsageError("--role applies only to 'plugin new'") }
        do {
            switch (verb, word) {
            case ("new", let name?): return try make(name, role: try role(arguments))
            case ("build", let path?): return try build(path)
            case ("test", let path?): return try await test(path)
            case ("list", nil): return list()
            case ("doctor", _): return try examine(word)
            case ("list", _): throw UsageError("'plugin list' has no arguments")
            default: throw UsageError("'plugin \(verb)' requires a \(verb == "new" ? "name" : "folder")")
            }
        } catch let misuse as UsageError {
            throw misuse
        } catch let diagnostic as Diagnostic {
            Console.error(DiagnosticPrinter.text([diagnostic]))
        } catch {
            Console.error("error: \(error)\n")
        }
        return .runFailed
    }

    private static func role(_ arguments: Arguments) throws(UsageError) -> StageDescription.Role {
        guard let name = arguments.value("role") else { return .transform }
        guard let role = StageDescription.Role(rawValue: name) else {
            throw UsageError.unknown("role", name, among: ["source", "transform", "processor", "sink"])
        }
        return role
    }

    /// Creates the folder of a new plugin. Throws if the path exists.
    private static func make(_ path: String, role: StageDescription.Role) throws -> ExitCode {
        try StaticRuntime.requireShared()
        let folder = URL(filePath: path)
        let template = try PluginTemplate(name: folder.lastPathComponent, role: role)
        guard !FileManager.default.fileExists(atPath: path) else {
            throw Diagnostic(
                code: "output-exists", message: "'\(path)' already exists",
                notes: ["choose another name, or remove the folder"])
        }
        do {
            // Explicit permissions, because the loader rejects plugins that other users can write to, and some users'
            // umask permits group writes.
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            for (name, text) in template.files {
                let file = folder.appending(path: name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
        } catch {
            throw Diagnostic(
                code: "unwritable-output", message: "cannot write '\(path)': \(error.localizedDescription)")
        }
        Console.write(
            """
            created \(path) with the stage \(template.kind)
              sluice plugin build \(path)
              sluice plugin test \(path)
              sluice run \(path)/pipeline.yaml

            """)
        return .done
    }

    private static func build(_ path: String) throws -> ExitCode {
        let folder = try PluginLoader.standard.find(PluginLoader.reference(path), relativeTo: "")
        guard try PluginBuild(folder, environment: Console.environment).build() != nil else { return .runFailed }
        let kinds = try PluginLoader.standard.load(folder).descriptions.map(\.kind)
        Console.write("built \(folder.name): \(kinds.joined(separator: ", "))\n")
        return .done
    }

    private static func test(_ path: String) async throws -> ExitCode {
        let folder = try PluginLoader.standard.find(PluginLoader.reference(path), relativeTo: "")
        let build = try PluginBuild(folder, environment: Console.environment)
        guard let library = try build.buildTests() else { return .runFailed }
        return try await PluginTestRunner.run(library) ? .done : .runFailed
    }

    /// Lists the plugins in the current folder and on the search path, and whether each can be loaded.
    private static func list() -> ExitCode {
        let loader = PluginLoader.standard
        for folder in loader.all() {
            do throws(Diagnostic) {
                let kinds = try loader.load(folder).descriptions.map(\.kind)
                Console.write("\(folder.name)\t\(kinds.joined(separator: ", "))\t\(folder.path)\n")
            } catch {
                Console.write("\(folder.name)\tcannot be loaded: \(error.message)\t\(folder.path)\n")
            }
        }
        return .done
    }

    private static func examine(_ path: String?) throws -> ExitCode {
        let loader = PluginLoader.standard
        let folders = try path.map { [try loader.find(PluginLoader.reference($0), relativeTo: "")] } ?? loader.all()
        let doctor = PluginDiagnosis(loader, environment: Console.environment)
        var code = ExitCode.done
        for folder in folders {
            let (findings, problems) = doctor.diagnose(folder)
            Console.write("\(folder.name) (\(folder.path))\n" + findings.map { "  ok: \($0)\n" }.joined())
            let canBeLoaded = problems.allSatisfy { $0.severity == .warning }
            Console.write(canBeLoaded ? "  ok: can be loaded\n" : "")
            Console.error(DiagnosticPrinter.text(problems))
            if !canBeLoaded { code = .runFailed }
        }
        return code
    }
}
