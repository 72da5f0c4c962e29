import Media
import PipelineRuntime
import Sluice
import StageKit

/// Runs a pipeline file.
enum RunCommand: Command {
    static let name = "run"
    static let abstract = "Run a pipeline file until its sources end or Ctrl-C stops it gracefully."
    static let usage = "FILE|NAME"
    static let words = 1...1
    static var completion: ArgumentCompletion { .pipelines }
    static let acceptsGStreamerOptions = true
    static var options: [CommandOption] {
        [
            .set, .plugin,
            CommandOption(
                "duration", "d", .value("TIME"),
                "Media duration after which the run stops, such as 10s; capture counts from the first video frame"),
        ] + RunSettings.options
    }
    static let examples = [
        "Pipelines/vod-encode.yaml --set input=movie.mp4 --set output=Output/movie",
        "Pipelines/live-test-pattern.yaml --duration 30s", "live-test-pattern",
        "Pipelines/vod-passthrough.yaml --quiet --report json > report.json",
    ]

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        var settings = try RunSettings(arguments)
        settings.duration = try arguments.option("duration")
        let origin = PipelineSource(
            arguments.words[0], settings: try arguments.settings(),
            plugins: arguments.plugins)
        StatusSignal.ignore()
        let output = RunLog(settings)
        let pipeline: Pipeline
        do throws(PipelineError) {
            pipeline = try origin.load()
        } catch {
            if case .invalid(let diagnostics) = error { output.report(diagnostics) }
            output.end()
            return .invalidFile
        }
        output.report(pipeline.diagnostics)
        return await PipelineRunner(pipeline, settings, output, from: origin).run()
    }
}

extension Arguments {
    /// Returns the value of an option, parsed like an option in a pipeline file.
    func option<Value: OptionValue>(_ name: String, as type: Value.Type = Value.self) throws(UsageError) -> Value? {
        guard let text = value(name) else { return nil }
        do throws(OptionProblem) {
            return try Value(option: OptionNode(text))
        } catch {
            throw UsageError("--\(name): \(error.message)", notes: ["expected \(error.expected)"])
        }
    }
}
