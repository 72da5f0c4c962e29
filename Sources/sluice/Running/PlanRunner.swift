import Dispatch
import Glibc
import PipelineFile
import PipelineRuntime
import StageKit

/// Runs a plan and reports progress, problems and the result.
struct PlanRunner {
    /// The time that an aborted run may take to end, in seconds; after that the process exits.
    private static let abortTimeout = 2.0
    private let settings: RunSettings
    private let plan: PipelinePlan
    private let messages: RunMessages
    /// The pipeline file for reloading; nil if the plan has none.
    private let origin: PipelineSource?

    init(_ plan: PipelinePlan, _ settings: RunSettings, from origin: PipelineSource? = nil) {
        self.plan = plan
        self.settings = settings
        self.origin = origin
        messages = RunMessages(isQuiet: settings.isQuiet, redactor: plan.redactor)
    }

    /// Runs until the pipeline ends, a signal stops it, or it fails.
    func run() async -> ExitCode {
        // A closed output pipe must not end the run.
        signal(SIGPIPE, SIG_IGN)
        PipelineRun.reportCrashes()
        var options = RunOptions()
        options.duration = settings.duration
        options.onProblem = { [messages] stage, problem in messages.report(problem, from: stage) }
        let run: PipelineRun
        do throws(Diagnostic) {
            run = try PipelineRun(plan: plan, options: options)
        } catch {
            Console.error(DiagnosticPrinter.text([error], redactor: plan.redactor))
            return .invalidFile
        }
        let (wishes, wish) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let askForReload: @Sendable () -> Void = { wish.yield() }
        let signals = makeSignalHandler(run, reload: origin == nil ? nil : askForReload)
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
        entry?.remove()
        return finish(report)
    }

    /// Registers the run for `sluice reload`, and prints the initial notes.
    private func register() -> RunDirectory.Registration? {
        if !settings.isQuiet, !plan.environment.isEmpty {
            messages.write("note: parameters from the environment: \(plan.environment.joined(separator: ", "))\n")
        }
        guard let origin else { return nil }
        let place = RunDirectory.register(pipeline: plan.redactor.redacted(plan.name), path: origin.path)
        if place == nil, !settings.isQuiet {
            messages.write(
                "warning: 'sluice reload' cannot find the run: none of \(RunDirectory.folders.joined(separator: ", ")) "
                    + "is a private folder of this user; send SIGHUP to process \(getpid()) to reload it\n")
        }
        return place
    }

    /// Installs the signal handlers: the first signal stops the run gracefully, the second aborts it.
    private func makeSignalHandler(_ run: PipelineRun, reload: (@Sendable () -> Void)?) -> SignalHandler {
        SignalHandler(hangUp: reload) { [messages, settings] count in
            switch count {
            case 1:
                if !settings.isQuiet {
                    messages.write("stopping: finishing the output; a second signal aborts the run\n")
                }
                run.stop()
            case 2:
                run.abort()
                DispatchQueue.global().asyncAfter(deadline: .now() + Self.abortTimeout) {
                    messages.write("error: the run did not end after it was aborted\n")
                    _exit(ExitCode.runFailed.rawValue)
                }
            default: _exit(ExitCode.runFailed.rawValue)
            }
        }
    }

    /// Loads the pipeline file again and applies the changes to the run. If the file is invalid, nothing changes.
    private func reload(_ run: PipelineRun) async {
        guard let origin else { return }
        let result = origin.load()
        if !result.text.isEmpty { messages.write(result.text) }
        guard let plan = result.plan else {
            return messages.write("error: not reloaded; the run continues unchanged\n")
        }
        messages.add(plan.redactor)
        do throws(ReloadRejection) {
            let change = try await run.reload(plan)
            if settings.isQuiet { return }
            messages.write(change.isEmpty ? "reloaded: no changes\n" : "reloaded: \(change.summary)\n")
        } catch {
            let refusal = DiagnosticPrinter.text(error.diagnostics)
            messages.write(refusal + "error: not reloaded; the run continues unchanged\n")
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
        // Stages that did not end may hold locks that a regular exit needs.
        if !report.stuckStages.isEmpty { _exit(Console.exitCode(code).rawValue) }
        return code
    }
}
