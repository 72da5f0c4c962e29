import Glibc
import Operations

/// Reloads the pipeline file of a run.
enum ReloadCommand: Command {
    static let name = "reload"
    static let abstract = "Apply the changed pipeline file to a run; unchanged stages keep running."
    static let usage = "[PID|PIPELINE|FILE]"
    static let words = 0...1
    static var completion: ArgumentCompletion { .runs }
    static var options: [CommandOption] {
        [CommandOption("list", "l", .flag, "List the runs with process, pipeline and file")]
    }
    static let examples = ["live-camera", "4711", "--list"]

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        if arguments.has("list") {
            Console.write(RunDirectory.runs().map { "\($0.process)\t\($0.pipeline)\t\($0.path)\n" }.joined())
            return .done
        }
        guard let name = arguments.words.first else {
            throw UsageError("no run is specified", notes: ["'sluice ps' lists them"])
        }
        let run = try await RunChoice.run(named: name)
        do throws(RunClient.Failure) {
            let summary = try await RunClient(run).reload()
            Console.write(
                "reloaded process \(run.process) (\(run.pipeline)): \(summary.isEmpty ? "no changes" : summary)\n")
            return .done
        } catch {
            // A run without a socket is still reached by a signal, which a service would apply to all its pipelines.
            guard error.isUnreachable, run.serviceState == nil, kill(run.process, SIGHUP) == 0 else {
                return RunChoice.report(error)
            }
            Console.write("requested reload of process \(run.process) (\(run.pipeline)); see its log for the result\n")
            return .done
        }
    }
}
