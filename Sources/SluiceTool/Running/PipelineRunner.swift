import Dispatch
import Glibc
import Operations
import PipelineRuntime
import Sluice
import StageKit
import Synchronization

/// Runs a pipeline and reports progress, problems and the result.
struct PipelineRunner {
    /// The time that an aborted run may take to end, in seconds; after that the process exits.
    private static let abortTimeout = 2.0
    /// The interval of progress events where no progress line is shown.
    private static let progressInterval = Duration.seconds(60)
    private let settings: RunSettings
    private let pipeline: Pipeline
    private let output: RunLog
    /// The pipeline file for reloading; nil if the pipeline has none.
    private let origin: PipelineSource?
    private let description: PipelineDescription
    /// Reports the state of the run to the service manager; nil without one.
    private let reporter: ServiceReporter?
    private let hooks: HookDispatcher

    init(_ pipeline: Pipeline, _ settings: RunSettings, _ output: RunLog, from origin: PipelineSource? = nil) {
        self.pipeline = pipeline
        self.settings = settings
        self.output = output
        self.origin = origin
        description = PipelineDescription(pipeline, hasFile: origin != nil)
        reporter = ServiceReporter(pipeline, environment: Console.environment)
        hooks = HookDispatcher { [log = output.log, name = pipeline.plan.name] problem in
            log.record(PipelineEvent.problem(problem), of: name)
        }
        hooks.update(pipeline.plan.hooks, redactor: pipeline.plan.redactor)
        log.add(pipeline.plan.redactor)
    }

    private var log: Log { output.log }
    private var name: String { pipeline.plan.name }

    /// Runs until the pipeline ends, a signal stops it, or it fails.
    func run() async -> ExitCode {
        // A closed output pipe must not end the run.
        signal(SIGPIPE, SIG_IGN)
        PipelineRun.reportCrashes()
        let (wishes, wish) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let askForReload: @Sendable () -> Void = { wish.yield() }
        let signals = makeSignalHandler(reload: origin == nil ? nil : askForReload)
        let status = StatusSignal { [self] in showStatus() }
        let entry = register()
        let admin: AdminServer?
        do throws(StageError) {
            let listener = AdminListener(settings.admin ?? pipeline.plan.admin) { [log, name] message, level in
                log.record(.notice, message, pipeline: name, level: level)
            }
            admin = try listener.start(socket: entry?.socket) { [target] in [target] }
        } catch {
            log.record(.notice, error.message, pipeline: name, level: .error)
            output.end()
            signals.cancel()
            status.cancel()
            entry?.remove()
            return .runFailed
        }
        let (starts, start) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let reloading = Task { await reload(for: wishes, after: starts) }
        let ticker = Task { await showProgress() }
        let outcome = await runWithObservers { start.yield() }
        start.finish()
        ticker.cancel()
        await ticker.value
        signals.cancel()
        status.cancel()
        wish.finish()
        await reloading.value
        await admin?.stop()
        entry?.remove()
        return outcome ? finish(pipeline.status) : .invalidFile
    }

    /// Runs the pipeline with its hooks and the reports to the service manager.
    private func runWithObservers(onStart: @escaping @Sendable () -> Void) async -> Bool {
        let hooking = hooks.follow(pipeline)
        let reporting = Task { await reporter?.run() }
        let outcome = await runToEnd(onStart: onStart)
        if !outcome { hooking.cancel() }
        await hooking.value
        await hooks.finish()
        reporting.cancel()
        await reporting.value
        return outcome
    }

    /// The options of the run. A process that a service manager stops is usually started again.
    private var options: RunOptions {
        var options = RunOptions()
        if ServiceReporter.isManaged(environment: Console.environment) { options.stopMode = .leaveOpen }
        return options
    }

    /// Runs the pipeline. Returns false when it cannot start, and reports the reason.
    private func runToEnd(onStart: @escaping @Sendable () -> Void) async -> Bool {
        do throws(PipelineError) {
            try await pipeline.run(duration: settings.duration, options: options) { [log, name, description] event in
                if case .started = event { onStart() }
                var summary: RunSummary?
                if case .ended(let status) = event { summary = description.summary(of: status) }
                log.record(event, of: name, summary: summary)
            }
        } catch {
            switch error {
            // The last event contains the failure.
            case .failed, .cancelled: break
            case .invalid(let diagnostics), .notReloadable(let diagnostics):
                output.report(diagnostics)
                output.end()
                return false
            case .alreadyStarted: preconditionFailure("a pipeline of the tool runs once")
            }
        }
        return true
    }

    /// Registers the run for `sluice reload`, and logs the initial notes.
    private func register() -> RunDirectory.Registration? {
        if !pipeline.plan.environment.isEmpty {
            let names = pipeline.plan.environment.joined(separator: ", ")
            log.record(.notice, "parameters from the environment: \(names)", pipeline: name)
        }
        guard let origin else { return nil }
        let place = RunDirectory.register(pipeline: pipeline.plan.redactor.redacted(name), path: origin.path)
        if place == nil {
            let folders = RunDirectory.folders.joined(separator: ", ")
            log.record(
                .notice,
                "'sluice reload' cannot find the run: none of \(folders) "
                    + "is a private folder of this user; send SIGHUP to process \(getpid()) to reload it",
                pipeline: name, level: .warning)
        }
        return place
    }

    /// The run as the admin listener shows and controls it.
    private var target: AdminTarget {
        var target = AdminTarget(pipeline)
        target.log = { [log] count in log.tail.entries().suffix(count).map(\.json) }
        guard let origin else { return target }
        target.load = { () throws(PipelineError) in try origin.load() }
        target.reload = { changed throws(PipelineError) in try await apply(changed) }
        target.reloadFailed = { reportFailedReload($0) }
        return target
    }

    /// Installs the signal handlers: the first signal stops the run gracefully, the second aborts it.
    private func makeSignalHandler(reload: (@Sendable () -> Void)?) -> SignalHandler {
        SignalHandler(hangUp: reload) { [log, name, pipeline, reporter] count, signal in
            switch count {
            case 1:
                log.record(
                    .pipelineStopping, "stopping: finishing the output; a second signal aborts the run", pipeline: name)
                reporter?.stopping()
                pipeline.stop(signal == SIGTERM ? .leaveOpen : nil)
            case 2:
                pipeline.cancel()
                DispatchQueue.global().asyncAfter(deadline: .now() + Self.abortTimeout) {
                    log.record(.pipelineFailed, "failed: the run did not end after it was aborted", pipeline: name)
                    log.flush()
                    _exit(ExitCode.runFailed.rawValue)
                }
            default: _exit(ExitCode.runFailed.rawValue)
            }
        }
    }

    /// Reloads the file for each wish. A file that changed before the run started is applied when it has.
    private func reload(for wishes: AsyncStream<Void>, after starts: AsyncStream<Void>) async {
        var hasStarted = false
        for await _ in starts {
            hasStarted = true
            break
        }
        for await _ in wishes where hasStarted { await reload() }
    }

    /// Loads the pipeline file again and applies the changes to the run. If the file is invalid, nothing changes.
    private func reload() async {
        guard let origin else { return }
        reporter?.reloading()
        defer { reporter?.reloaded() }
        do throws(PipelineError) {
            _ = try await apply(try origin.load())
        } catch {
            reportFailedReload(error)
        }
    }

    /// Logs the reason why a changed file is not applied.
    private func reportFailedReload(_ error: PipelineError) {
        if case .invalid(let diagnostics) = error { output.record(diagnostics) }
        if case .notReloadable(let diagnostics) = error { output.record(diagnostics) }
        log.record(.reloadRejected, "not reloaded; the run continues unchanged", pipeline: name)
    }

    /// Applies a loaded pipeline to the run.
    private func apply(_ changed: Pipeline) async throws(PipelineError) -> PlanDifference {
        output.record(changed.diagnostics)
        log.add(changed.plan.redactor)
        // The event of the run names the changes.
        let change = try await pipeline.reload(changed)
        description.replace(changed)
        hooks.update(changed.plan.hooks, redactor: changed.plan.redactor)
        if settings.admin == nil, changed.plan.admin != pipeline.plan.admin {
            log.record(
                .notice, "'admin' has changed; the listener changes when the run is started again", pipeline: name,
                level: .warning)
        }
        if change.isEmpty { log.record(.pipelineReloaded, "reloaded: no changes", pipeline: name) }
        return change
    }

    private func showProgress() async {
        let interval = output.showsProgress ? Duration.milliseconds(200) : Self.progressInterval
        while (try? await Task.sleep(for: interval)) != nil {
            output.show(Progress(pipeline.status, plan: pipeline.currentPlan, limit: settings.duration), of: name)
        }
    }

    /// Reports the current figures: tables in text, or an event.
    private func showStatus() {
        if output.format == .text { return output.show(pipeline.status) }
        output.show(Progress(pipeline.status, plan: pipeline.currentPlan, limit: settings.duration), of: name)
    }

    private func finish(_ report: RunStatus) -> ExitCode {
        if output.format == .text, let hint = description.summary(of: report).hint {
            log.record(.pipelineHint, hint, pipeline: name)
        }
        output.end()
        if settings.isVerbose { output.show(report) }
        if settings.reportsJSON { Console.write(ReportJSON.text(report)) }
        let code = report.succeeded ? ExitCode.done : .runFailed
        // Stages that did not end may hold locks that a regular exit needs.
        if !report.stuckStages.isEmpty { _exit(Console.exitCode(code).rawValue) }
        return code
    }
}
