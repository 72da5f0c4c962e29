import Dispatch
import Glibc
import PipelineFile
import PipelineRuntime
import StageKit

/// Runs a plan and tells the user about it.
struct PlanRunner {
    /// Seconds that a run may take to end after it was given up; then the process ends without it.
    private static let patience = 2.0
    private let settings: RunSettings
    private let plan: PipelinePlan
    private let messages: RunMessages
    /// Where the plan comes from; nil where there is no file to read again.
    private let origin: PlanOrigin?

    init(_ plan: PipelinePlan, _ settings: RunSettings, from origin: PlanOrigin? = nil) {
        self.plan = plan
        self.settings = settings
        self.origin = origin
        messages = RunMessages(isQuiet: settings.isQuiet, redactor: plan.redactor)
    }

    /// Runs to the end, to a signal or to a failure.
    func run() async -> ExitCode {
        // A reader of our output that goes away must not end the run.
        signal(SIGPIPE, SIG_IGN)
        PipelineRun.tellCrashes()
        var options = RunOptions()
        options.duration = settings.duration
        options.onProblem = { [messages] stage, problem in messages.tell(problem, from: stage) }
        let run: PipelineRun
        do throws(Diagnostic) {
            run = try PipelineRun(plan: plan, options: options)
        } catch {
            Console.error(DiagnosticPrinter.text([error], redactor: plan.redactor))
            return .fileIsWrong
        }
        let (wishes, wish) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let askForReload: @Sendable () -> Void = { wish.yield() }
        let signals = stopping(run, reload: origin == nil ? nil : askForReload)
        let status = StatusSignal { [messages] in messages.show(run.snapshot()) }
        let entry = register()
        let reloading = Task { for await _ in wishes { await reload(run) } }
        let ticker = settings.isQuiet ? nil : Task { await showProgress(of: run) }
        let report = await run.run()
        ticker?.cancel()
        await ticker?.value
        signals.cancel()
        status.cancel()
        wish.finish()
        await reloading.value
        entry?.leave()
        return finish(report)
    }

    /// Lets `sluice reload` find the run, and writes what the run's first lines say.
    private func register() -> RunDirectory.Place? {
        if !settings.isQuiet, !plan.environment.isEmpty {
            messages.say("note: parameters from the environment: \(plan.environment.joined(separator: ", "))\n")
        }
        guard let origin else { return nil }
        let place = RunDirectory.enter(pipeline: plan.redactor.redacted(plan.name), path: origin.path)
        if place == nil, !settings.isQuiet {
            messages.say(
                "warning: 'sluice reload' cannot find this run: none of \(RunDirectory.folders.joined(separator: ", ")) "
                    + "is a folder of this user alone; SIGHUP to process \(getpid()) reloads it\n")
        }
        return place
    }

    /// The first signal ends the run in good order, the second gives it up.
    private func stopping(_ run: PipelineRun, reload: (@Sendable () -> Void)?) -> StopSignals {
        StopSignals(hangUp: reload) { [messages, settings] count in
            switch count {
            case 1:
                if !settings.isQuiet {
                    messages.say("stopping: what has begun is finished; a second signal gives it up\n")
                }
                run.stop()
            case 2:
                run.abort()
                DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) {
                    messages.say("error: the run did not end after it was given up\n")
                    _exit(ExitCode.runFailed.rawValue)
                }
            default: _exit(ExitCode.runFailed.rawValue)
            }
        }
    }

    /// Reads the pipeline file again and changes the run to what it says now; where it is wrong, nothing changes.
    private func reload(_ run: PipelineRun) async {
        guard let origin else { return }
        let result = origin.load()
        if !result.text.isEmpty { messages.say(result.text) }
        guard let plan = result.plan else { return messages.say("error: not reloaded; the run goes on as it was\n") }
        messages.add(plan.redactor)
        do throws(ReloadRefusal) {
            let change = try await run.reload(plan)
            if settings.isQuiet { return }
            messages.say(change.isEmpty ? "reloaded: nothing has changed\n" : "reloaded: \(change.summary)\n")
        } catch {
            let refusal = DiagnosticPrinter.text(error.diagnostics)
            messages.say(refusal + "error: not reloaded; the run goes on as it was\n")
        }
    }

    private func showProgress(of run: PipelineRun) async {
        let interval = Duration.milliseconds(1000 / RunMessages.rate)
        while (try? await Task.sleep(for: interval)) != nil {
            messages.show(Progress(run.snapshot(), plan: run.plan, limit: settings.duration))
        }
    }

    private func finish(_ report: RunReport) -> ExitCode {
        messages.end(report)
        if settings.reportsJSON { Console.write(ReportJSON.text(messages.redacted(report))) }
        let code = report.succeeded ? ExitCode.done : .runFailed
        // Stages that were left behind may hold locks that an orderly exit needs.
        if !report.stuckStages.isEmpty { _exit(Console.exitCode(code).rawValue) }
        return code
    }
}
