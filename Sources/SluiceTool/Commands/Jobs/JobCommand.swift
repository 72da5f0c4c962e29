import EncodingJobs
import HTTPStages
import PipelineRuntime
import StageKit

/// Plans, processes and publishes VOD jobs that are divided into tasks for many machines.
enum JobCommand: Command {
    static let name = "job"
    static let abstract = "Divide a VOD pipeline into tasks for many machines: plan, process and publish."
    static let usage =
        "plan FILE|MOVIE OUTPUT-FOLDER | run|status|resume|cancel|work|stitch|doctor|export OUTPUT-FOLDER"
    static let words = 1...3
    static let acceptsGStreamerOptions = true
    static var options: [CommandOption] {
        [
            .set, .plugin,
            CommandOption("chunk", "c", .value("TIME"), "For 'plan': duration of a task's media; default: 60s"),
            CommandOption(
                "audio-chunk", nil, .value("TIME"),
                "For 'plan': duration of a task's encoded audio, such as 10m; default: whole tracks"),
            CommandOption("interval", "i", .value("TIME"), "For 'plan' of a movie: segment duration; default: 6s"),
            CommandOption(
                "profile", "p", .value("PROFILE"), "For 'plan' of a movie: apple-hls or cmaf; default: apple-hls",
                words: ["apple-hls", "cmaf"]),
            CommandOption(
                "ladder", "l", .value("LADDER"),
                "For 'plan' of a movie: fixed, or per-title, chosen from encodings of extracts; default: fixed",
                words: ["fixed", "per-title"]),
            CommandOption(
                "passes", nil, .value("NUMBER"),
                "For 'plan' of a movie: 2 distributes the bits over the whole movie by its complexity; default: 1",
                words: ["1", "2"]),
            CommandOption(
                "duration", "d", .value("TIME"), "For 'plan': duration of the input if it does not declare one"),
            CommandOption(
                "index", nil, .value("NUMBER"),
                "For 'work': task; default: SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX or AWS_BATCH_JOB_ARRAY_INDEX"),
            CommandOption(
                "engine", "e", .value("ENGINE"),
                "For 'run' and 'resume': local, slurm or parallel; for 'export': kubernetes, aws-batch or htcondor",
                words: JobEngines.names + JobExport.allCases.map(\.rawValue)),
            CommandOption(
                "jobs", "j", .value("NUMBER"),
                "For 'run': tasks at a time; default: processors (local, parallel), no limit (slurm)"),
            CommandOption(
                "engine-option", nil, .list("OPTION"),
                "For 'run': option of sbatch or parallel, such as --partition=video or --sshlogin=host; repeatable"),
            CommandOption("image", nil, .value("IMAGE"), "For 'export': container image; default: sluice"),
            CommandOption(
                "simulate", nil, .value("MACHINES"),
                "For 'plan': measures some chunks, and shows the times expected on this many machines"),
            CommandOption("watch", "w", .flag, "For 'status': show the state every second until the job is published"),
            .json,
        ]
    }
    static let examples = [
        "plan movie.mkv Output/movie --chunk 60s", "plan Pipelines/vod-dash.yaml Output/movie --set input=movie.mkv",
        "run Output/movie", "run Output/movie --engine slurm --engine-option=--partition=video",
        "status Output/movie --watch",
        "work Output/movie --index 3", "stitch Output/movie",
        "plan movie.mkv Output/movie --simulate 200",
    ]

    static let verbs = ["plan", "run", "status", "resume", "cancel", "work", "stitch", "doctor", "export"]

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let (verb, rest) = (arguments.words[0], Array(arguments.words.dropFirst()))
        guard verbs.contains(verb) else { throw UsageError.unknown("job command", verb, among: verbs) }
        let count = verb == "plan" ? 2 : 1
        guard rest.count == count || verb == "doctor" && rest.isEmpty else {
            throw UsageError(
                "'job \(verb)' requires " + (verb == "plan" ? "an input and an output folder" : "the folder of a job"))
        }
        do {
            return try await perform(verb, rest, arguments)
        } catch let misuse as UsageError {
            throw misuse
        } catch let error as JobError {
            Console.error("sluice: error: \(error.message)\n")
            return error.kind == .temporary ? .tryAgain : .runFailed
        } catch let error as ObjectError {
            Console.error("sluice: error: \(error)\n")
            return error.isTransient ? .tryAgain : .runFailed
        } catch let findings as JobFindings {
            for finding in findings.findings { Console.error("sluice: error: \(finding.message)\n") }
            return findings.isIncomplete ? .tryAgain : .runFailed
        } catch {
            Console.error("sluice: error: \(error)\n")
            return .runFailed
        }
    }

    private static func perform(_ verb: String, _ words: [String], _ arguments: Arguments) async throws -> ExitCode {
        switch verb {
        case "plan": return try await JobPlanning(arguments, input: words[0], output: words[1]).run()
        case "doctor": return try await JobDiagnosis(words.first, engine: arguments.value("engine")).run()
        default: break
        }
        if words[0].hasPrefix("s3://") {
            let job = try await RemoteJob.load(words[0])
            switch verb {
            case "work": return try await job.work(index: try JobIndex.read(arguments))
            case "stitch": return try await job.stitch()
            case "status": return try await job.status(asJSON: arguments.has("json"))
            case "run", "resume":
                guard ["local", nil].contains(arguments.value("engine")) else {
                    throw UsageError(
                        "jobs in object stores run with --engine local, or on other engines by 'job export'")
                }
                return try await job.run(workers: arguments.option("jobs") ?? JobEngines.processors)
            case "export": return try export(job.plan, arguments)
            default: throw UsageError("'job \(verb)' requires a folder; it has no effect on jobs in object stores")
            }
        }
        let job = try OpenedJob(words[0])
        switch verb {
        case "run": return try await JobEngines(job, arguments).run()
        case "resume": return try await JobEngines(job, arguments).resume()
        case "cancel": return try await JobEngines(job, arguments).cancel()
        case "status":
            return try await JobStatusText(job).run(
                asJSON: arguments.has("json"), isWatching: arguments.has("watch"))
        case "work": return try await job.work(index: try JobIndex.read(arguments))
        case "export": return try export(job.plan, arguments)
        default: return try await job.stitch()
        }
    }

    private static func export(_ plan: JobPlan, _ arguments: Arguments) throws -> ExitCode {
        let name = arguments.value("engine") ?? ""
        guard let format = JobExport(rawValue: name) else {
            throw UsageError.unknown("engine to export for", name, among: JobExport.allCases.map(\.rawValue))
        }
        Console.write(format.text(plan, image: arguments.value("image") ?? "sluice", tool: OpenedJob.toolPath))
        return .done
    }
}

extension JobFindings {
    /// Whether tasks are missing, and nothing is wrong with the others.
    fileprivate var isIncomplete: Bool { findings.count == 1 && findings[0].isMissing }
}
