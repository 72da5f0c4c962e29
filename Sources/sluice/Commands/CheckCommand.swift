import PipelineFile
import PipelineRuntime

/// Checks pipeline files without touching any device.
enum CheckCommand: Command {
    static let name = "check"
    static let abstract = "Find everything that is wrong with pipeline files; needs no device."
    static let usage = "FILE…"
    static let words = 1...Int.max
    static var options: [CommandOption] {
        [.set, CommandOption("quiet", "q", .flag, "Say nothing of files that are right")]
    }
    static let examples = ["Pipelines/*.yaml", "Pipelines/live-camera.yaml --set camera=/dev/video2"]

    static func run(_ arguments: Arguments) throws(Misuse) -> ExitCode {
        var code = ExitCode.done
        let settings = try arguments.settings()
        for path in arguments.words {
            guard let plan = PlanLoading.plan(path, settings: settings) else {
                code = .fileIsWrong
                continue
            }
            if !arguments.has("quiet") { Console.write("\(path): ok, \(plan.stages.count) stages\n") }
        }
        return code
    }
}

/// Loads a pipeline file for a command.
enum PlanLoading {
    /// The plan; what is wrong with the file is printed, and then there is none.
    static func plan(_ path: String, settings: [String: String]) -> PipelinePlan? {
        let result = PlanOrigin(path: path, settings: settings).load()
        Console.error(result.text)
        return result.plan
    }
}

/// A pipeline file and what its parameters are set to.
struct PlanOrigin: Sendable {
    var path: String
    var settings: [String: String]

    /// Reads and checks the file as it is now.
    func load() -> PipelineFileResult {
        PipelineFile.load(path: path, settings: settings, environment: Console.environment, catalogue: .standard)
    }
}
