import OnDemand
import Operations
import PipelineFile
import PipelineRuntime
import Sluice
import StageKit
import SystemTime

/// Validates pipeline files, the files of a service and presentation files without opening any device.
enum CheckCommand: Command {
    static let name = "check"
    static let abstract = "Report all errors in pipeline files, services and presentation files; opens no device."
    static let usage = "FILE|NAME|FOLDER…"
    static let words = 1...Int.max
    static var completion: ArgumentCompletion { .pipelines }
    static var options: [CommandOption] {
        [.set, .plugin, CommandOption("quiet", "q", .flag, "Print nothing for valid files"), .json]
    }
    static let examples = [
        "Pipelines/*.yaml", "Pipelines/live-camera.yaml --set camera=/dev/video2", "--json my.yaml", "/etc/sluice",
        "movies/presentation.yaml",
    ]

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let settings = try arguments.settings()
        var report = CheckReport(
            document: arguments.has("json") ? CheckDocument() : nil, printsValidFiles: !arguments.has("quiet"))
        for path in arguments.words {
            if PresentationDescription.isDescription(path) {
                report.add(path, PresentationCheck(path, clock: SystemClock()))
                continue
            }
            guard ServiceFolders.isService(path) else {
                report.add(path, PipelineSource(path, settings: settings, plugins: arguments.plugins).loadFile())
                continue
            }
            let service = ServiceFolders([path])
            let warnings = MovieFolders([path]).warnings
            report.add(path, service, warnings.map { Diagnostic(.warning, code: "ignored-movies", message: $0) })
            for (definition, result) in results(service, settings, arguments.plugins) {
                report.add(definition.path, result)
            }
        }
        if let document = report.document { Console.write(JSONText.text(document)) }
        return report.isValid ? .done : .invalidFile
    }

    /// Loads the pipelines of a service, and adds the contradictions between them.
    private static func results(
        _ service: ServiceFolders, _ settings: [String: String], _ plugins: [String]
    ) -> [(PipelineDefinition, PipelineFileResult)] {
        let results = service.definitions.map { definition in
            let settings = definition.settings.parameters.values.merging(settings) { $1 }
            let source = PipelineSource(file: definition.path, settings: settings, plugins: plugins)
            return (definition, source.loadFile(in: PipelineService.placement(of: definition.name)))
        }
        let conflicts = ListenerConflicts(results)
        return results.map { definition, result in
            var result = result
            for problem in conflicts.diagnostics(of: definition.name) { result.add(problem) }
            return (definition, result)
        }
    }
}
