import EncodingJobs
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
                "duration", "d", .value("TIME"), "For 'plan': duration of the input if it does not declare one"),
            CommandOption(
                "index", nil, .value("NUMBER"),
                "For 'work': task; default: SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX or AWS_BATCH_JOB_ARRAY_INDEX"),
            CommandOption(
                "engine", "e", .value("ENGINE"),
                "For 'run', 'resume' and 'doctor': local or slurm; for 'export': kubernetes, aws-batch or htcondor",
                words: ["local", "slurm"] + JobExport.allCases.map(\.rawValue)),
            CommandOption(
                "jobs", "j", .value("NUMBER"),
                "For 'run': tasks at a time; default: processors (local), no limit (slurm)"),
            CommandOption(
                "engine-option", nil, .list("OPTION"),
                "For 'run --engine slurm': option of sbatch, such as --partition=video; repeatable"),
            CommandOption("image", nil, .value("IMAGE"), "For 'export': container image; default: sluice"),
            .json,
        ]
    }
    static let examples = [
        "plan movie.mkv Output/movie --chunk 60s", "plan Pipelines/vod-dash.yaml Output/movie --set input=movie.mkv",
        "run Output/movie", "run Output/movie --engine slurm --engine-option=--partition=video", "status Output/movie",
        "work Output/movie --index 3", "stitch Output/movie",
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
        let job = try OpenedJob(words[0])
        switch verb {
        case "run": return try await JobEngines(job, arguments).run()
        case "resume": return try await JobEngines(job, arguments).resume()
        case "cancel": return try await JobEngines(job, arguments).cancel()
        case "status": return try await JobStatusText(job).run(asJSON: arguments.has("json"))
        case "work": return try await job.work(index: try JobIndex.read(arguments))
        case "export":
            let name = arguments.value("engine") ?? ""
            guard let format = JobExport(rawValue: name) else {
                throw UsageError.unknown("engine to export for", name, among: JobExport.allCases.map(\.rawValue))
            }
            let tool = OpenedJob.toolPath
            Console.write(format.text(job.plan, image: arguments.value("image") ?? "sluice", tool: tool))
            return .done
        default: return try await job.stitch()
        }
    }
}

extension JobFindings {
    /// Whether tasks are missing, and nothing is wrong with the others.
    fileprivate var isIncomplete: Bool { findings.count == 1 && findings[0].isMissing }
}
