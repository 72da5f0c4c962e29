import PipelineRuntime
import Sluice

/// Validates pipeline files without opening any device.
enum CheckCommand: Command {
    static let name = "check"
    static let abstract = "Report all errors in pipeline files; opens no device."
    static let usage = "FILE|NAME…"
    static let words = 1...Int.max
    static var completion: ArgumentCompletion { .pipelines }
    static var options: [CommandOption] {
        [.set, .plugin, CommandOption("quiet", "q", .flag, "Print nothing for valid files"), .json]
    }
    static let examples = ["Pipelines/*.yaml", "Pipelines/live-camera.yaml --set camera=/dev/video2", "--json my.yaml"]

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        var code = ExitCode.done
        let settings = try arguments.settings()
        var document = arguments.has("json") ? CheckDocument() : nil
        for path in arguments.words {
            let source = PipelineSource(path, settings: settings, plugins: arguments.plugins)
            if document != nil {
                let (pipeline, diagnostics) = source.result()
                document?.add(path, pipeline, diagnostics)
                if pipeline == nil { code = .invalidFile }
                continue
            }
            guard let plan = source.pipeline()?.plan else {
                code = .invalidFile
                continue
            }
            if !arguments.has("quiet") { Console.write("\(path): ok, \(plan.stages.count) stages\n") }
        }
        if let document { Console.write(JSONText.text(document)) }
        return code
    }
}
