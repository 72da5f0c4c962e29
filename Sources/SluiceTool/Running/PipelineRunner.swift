import Dispatch
import Glibc
import HTTPStages
import Operations
import PipelineRuntime
import Sluice
import StageKit
import SystemTime

/// Runs a pipeline and reports progress, problems and the result.
struct PipelineRunner {
    /// The time that an aborted run may take to end, in seconds; after that the process exits.
    private static let abortTimeout = 2.0
    private let settings: RunSettings
    private let pipeline: Pipeline
    private let messages: RunMessages
    /// The pipeline file for reloading; nil if the pipeline has none.
    private let origin: PipelineSource?
    /// Reports the state of the run to the service manager; nil without one.
    private let reporter: ServiceReporter?

    init(_ pipeline: Pipeline, _ settings: RunSettings, from origin: PipelineSource? = nil) {
        self.pipeline = pipeline
        self.settings = settings
        self.origin = origin
        messages = RunMessages(isQuiet: settings.isQuiet, redactor: pipeline.plan.redactor)
        reporter = ServiceReporter(pipeline, environment: Console.environment)
    }

    /// Runs until the pipeline ends, a signal stops it, or it fails.
    func run() async -> ExitCode {
        // A closed output pipe must not end the run.
        signal(SIGPIPE, SIG_IGN)
        PipelineRun.reportCrashes()
        let (wishes, wish) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let askForReload: @Sendable () -> Void = { wish.yield() }
        let signals = makeSignalHandler(reload: origin == nil ? nil : askForReload)
        let status = StatusSignal { [messages, pipeline] in messages.show(pipeline.status) }
        let entry = register()
        let admin: AdminServer?
        do throws(StageError) {
            admin = try startAdmin(entry)
        } catch {
            messages.write("error: \(error.message)\n")
            entry?.remove()
            return .runFailed
        }
        let reloading = Task { for await _ in wishes { await reload() } }
        let ticker = settings.isQuiet ? nil : Task { await showProgress() }
        let reporting = reporter.map { reporter in Task { await reporter.run() } }
        let outcome = await runToEnd()
        reporting?.cancel()
        await reporting?.value
        ticker?.cancel()
        await ticker?.value
        signals.cancel()
        status.cancel()
        wish.finish()
        await reloading.value
        await admin?.stop()
        entry?.remove()
        return outcome ? finish(pipeline.status) : .invalidFile
    }

    /// Runs the pipeline. Returns false when it cannot start, and prints the reason.
    private func runToEnd() async -> Bool {
        do throws(PipelineError) {
            try await pipeline.run(duration: settings.duration) { [messages] event in
                if let problem = event.reportedProblem { messages.report(problem) }
            }
        } catch {
            switch error {
            // The report contains the failure.
            case .failed, .cancelled: break
            case .invalid, .notReloadable, .alreadyStarted:
                messages.write(error.description)
                return false
            }
        }
        return true
    }

    /// Registers the run for `sluice reload`, and prints the initial notes.
    private func register() -> RunDirectory.Registration? {
        if !settings.isQuiet, !pipeline.plan.environment.isEmpty {
            messages.write(
                "note: parameters from the environment: \(pipeline.plan.environment.joined(separator: ", "))\n")
        }
        guard let origin else { return nil }
        let place = RunDirectory.register(
            pipeline: pipeline.plan.redactor.redacted(pipeline.plan.name), path: origin.path)
        if place == nil, !settings.isQuiet {
            messages.write(
                "warning: 'sluice reload' cannot find the run: none of \(RunDirectory.folders.joined(separator: ", ")) "
                    + "is a private folder of this user; send SIGHUP to process \(getpid()) to reload it\n")
        }
        return place
    }

    /// Starts the admin listener on the socket of the run, and on the configured address.
    private func startAdmin(_ entry: RunDirectory.Registration?) throws(StageError) -> AdminServer? {
        var configuration = settings.admin ?? AdminConfiguration()
        configuration.socket = entry?.socket
        guard configuration.socket != nil || configuration.address != nil else { return nil }
        var target = AdminTarget(pipeline)
        if let origin {
            target.load = { () throws(PipelineError) in try origin.load() }
            target.reload = { changed throws(PipelineError) in try await apply(changed) }
        }
        do throws(StageError) {
            let server = try AdminServer(configuration, clock: SystemClock()) { [target] in [target] }
            if let address = configuration.address, let port = server.port, !settings.isQuiet {
                messages.write("note: admin listener on http://\(address.urlAuthority(port))/\n")
            }
            return server
        } catch {
            // Without an address, the run works without its socket.
            guard configuration.address == nil else { throw error }
            if !settings.isQuiet { messages.write("warning: no admin listener: \(error.message)\n") }
            return nil
        }
    }

    /// Installs the signal handlers: the first signal stops the run gracefully, the second aborts it.
    private func makeSignalHandler(reload: (@Sendable () -> Void)?) -> SignalHandler {
        SignalHandler(hangUp: reload) { [messages, settings, pipeline, reporter] count in
            switch count {
            case 1:
                if !settings.isQuiet {
                    messages.write("stopping: finishing the output; a second signal aborts the run\n")
                }
                reporter?.stopping()
                pipeline.stop()
            case 2:
                pipeline.cancel()
                DispatchQueue.global().asyncAfter(deadline: .now() + Self.abortTimeout) {
                    messages.write("error: the run did not end after it was aborted\n")
                    _exit(ExitCode.runFailed.rawValue)
                }
            default: _exit(ExitCode.runFailed.rawValue)
            }
        }
    }

    /// Loads the pipeline file again and applies the changes to the run. If the file is invalid, nothing changes.
    private func reload() async {
        guard let origin else { return }
        reporter?.reloading()
        defer { reporter?.reloaded() }
        do throws(PipelineError) {
            _ = try await apply(try origin.load())
        } catch {
            messages.write("\(error)error: not reloaded; the run continues unchanged\n")
        }
    }

    /// Applies a loaded pipeline to the run.
    private func apply(_ changed: Pipeline) async throws(PipelineError) -> PlanDifference {
        if !changed.diagnostics.text.isEmpty { messages.write(changed.diagnostics.text) }
        messages.add(changed.plan.redactor)
        let change = try await pipeline.reload(changed)
        if !settings.isQuiet {
            messages.write(change.isEmpty ? "reloaded: no changes\n" : "reloaded: \(change.summary)\n")
        }
        return change
    }

    private func showProgress() async {
        let interval = Duration.milliseconds(1000 / RunMessages.rate)
        while (try? await Task.sleep(for: interval)) != nil {
            messages.show(Progress(pipeline.status, plan: pipeline.currentPlan, limit: settings.duration))
        }
    }

    private func finish(_ report: RunStatus) -> ExitCode {
        messages.end(report)
        if settings.reportsJSON { Console.write(ReportJSON.text(report)) }
        let code = report.succeeded ? ExitCode.done : .runFailed
        // Stages that did not end may hold locks that a regular exit needs.
        if !report.stuckStages.isEmpty { _exit(Console.exitCode(code).rawValue) }
        return code
    }
}
