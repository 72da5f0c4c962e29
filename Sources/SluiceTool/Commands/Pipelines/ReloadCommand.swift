import Glibc
import Operations

/// Sends a reload request to a run.
enum ReloadCommand: Command {
    static let name = "reload"
    static let abstract = "Apply the changed pipeline file to a run; unchanged stages keep running."
    static let usage = "[PID|PIPELINE]"
    static let words = 0...1
    static var completion: ArgumentCompletion { .runs }
    static var options: [CommandOption] {
        [CommandOption("list", "l", .flag, "List the runs with process, pipeline and file")]
    }
    static let examples = ["live-camera", "4711", "--list"]

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let runs = RunDirectory.runs()
        if arguments.has("list") {
            Console.write(runs.map { "\($0.process)\t\($0.pipeline)\t\($0.path)\n" }.joined())
            return .done
        }
        guard let wanted = arguments.words.first else {
            throw UsageError("no run is specified", notes: ["'sluice reload --list' lists them"])
        }
        let found = runs.filter { "\($0.process)" == wanted || $0.pipeline == wanted }
        guard let run = found.first else {
            guard runs.isEmpty else { throw UsageError.unknown("run", wanted, among: runs.map(\.pipeline)) }
            throw UsageError(
                "there is no run '\(wanted)'",
                notes: ["no runs of this user in \(RunDirectory.folders.joined(separator: ", "))"])
        }
        guard found.count == 1 else {
            let processes = found.map { "\($0.process)" }.joined(separator: ", ")
            throw UsageError(
                "there are \(found.count) runs of '\(wanted)'", notes: ["specify the process: \(processes)"])
        }
        guard kill(run.process, SIGHUP) == 0 else {
            Console.error("error: cannot send SIGHUP to process \(run.process): \(String(cString: strerror(errno)))\n")
            return .runFailed
        }
        Console.write("requested reload of process \(run.process) (\(run.pipeline)); see its log for the result\n")
        return .done
    }
}
