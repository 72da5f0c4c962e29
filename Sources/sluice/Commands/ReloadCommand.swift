import Glibc

/// Sends a reload request to a run.
enum ReloadCommand: Command {
    static let name = "reload"
    static let abstract = "Ask a run to take up its changed pipeline file; what did not change goes on untouched."
    static let usage = "[PID|PIPELINE]"
    static let words = 0...1
    static var options: [CommandOption] {
        [CommandOption("list", "l", .flag, "List the runs: process, pipeline, file")]
    }
    static let examples = ["live-camera", "4711", "--list"]

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let runs = RunDirectory.runs()
        if arguments.has("list") {
            Console.write(runs.map { "\($0.process)\t\($0.pipeline)\t\($0.path)\n" }.joined())
            return .done
        }
        guard let wanted = arguments.words.first else {
            throw UsageError("which run is to reload is not said", notes: ["'sluice reload --list' lists them"])
        }
        let found = runs.filter { "\($0.process)" == wanted || $0.pipeline == wanted }
        guard let run = found.first else {
            guard runs.isEmpty else { throw UsageError.unknown("run", wanted, among: runs.map(\.pipeline)) }
            throw UsageError(
                "there is no run '\(wanted)'",
                notes: ["no run of this user is in \(RunDirectory.folders.joined(separator: ", "))"])
        }
        guard found.count == 1 else {
            let processes = found.map { "\($0.process)" }.joined(separator: ", ")
            throw UsageError(
                "there are \(found.count) runs of '\(wanted)'", notes: ["name one by process: \(processes)"])
        }
        guard kill(run.process, SIGHUP) == 0 else {
            Console.error("error: cannot send SIGHUP to process \(run.process): \(String(cString: strerror(errno)))\n")
            return .runFailed
        }
        Console.write("requested reload of process \(run.process) (\(run.pipeline)); see its log for the result\n")
        return .done
    }
}
