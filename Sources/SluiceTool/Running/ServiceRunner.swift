import Dispatch
import Glibc
import HTTPStages
import Operations
import PipelineFile
import PipelineRuntime
import StageKit
import SystemTime

/// Runs a service until a signal stops it.
struct ServiceRunner {
    let paths: [String]
    let defaults: PipelineSettings
    let plugins: [String]
    let isQuiet: Bool
    let admin: AdminConfiguration?

    /// The time that aborted runs may take to end, in seconds; after that the process exits.
    private static let abortTimeout = 15.0

    func run() async -> ExitCode {
        signal(SIGPIPE, SIG_IGN)
        PipelineRun.reportCrashes()
        let service = PipelineService(paths, defaults: defaults, clock: SystemClock(), load: loading) {
            [isQuiet] event in
            Self.show(event, isQuiet: isQuiet)
        }
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        let signals = SignalHandler(hangUp: { Task { await service.rescan() } }) { [isQuiet] count in
            switch count {
            case 1:
                if !isQuiet { Console.error("stopping: finishing all outputs; a second signal aborts the runs\n") }
                stop.finish()
            case 2:
                Task { await service.abort() }
                DispatchQueue.global().asyncAfter(deadline: .now() + Self.abortTimeout) {
                    Console.error("error: the runs did not end after they were aborted\n")
                    _exit(ExitCode.runFailed.rawValue)
                }
            default: _exit(ExitCode.runFailed.rawValue)
            }
        }
        let status = StatusSignal { Task { Console.error(await service.status.text) } }
        await service.start()
        let entry = RunDirectory.register(pipeline: await service.status.service, path: paths[0])
        let listener: AdminServer?
        do throws(StageError) {
            listener = try startAdmin(service, socket: entry?.socket)
        } catch {
            Console.error("error: \(error.message)\n")
            await service.stop()
            entry?.remove()
            return .runFailed
        }
        for await _ in stops {}
        await service.stop()
        await listener?.stop()
        entry?.remove()
        signals.cancel()
        status.cancel()
        let hasStuckStages = await service.status.pipelines.contains { $0.run?.stuckStages.isEmpty == false }
        // Stages that did not end may hold locks that a regular exit needs.
        if hasStuckStages { _exit(Console.exitCode(.done).rawValue) }
        return .done
    }

    /// Starts one admin listener for all pipelines, on the socket of the process and on the configured address.
    private func startAdmin(_ service: PipelineService, socket: String?) throws(StageError) -> AdminServer? {
        let listener = AdminListener(admin) { [isQuiet] message, level in
            if level > .info || !isQuiet { Console.error("\(level == .info ? "note" : "warning"): \(message)\n") }
        }
        return try listener.start(socket: socket) { service.targets }
    }

    private var loading: PipelineService.Loading {
        let environment = Console.environment
        return { [plugins] definition, placement in
            var kinds = PluginCatalogue(.tool, .standard)
            for plugin in plugins { kinds.add(plugin, relativeTo: "") }
            guard kinds.diagnostics.isEmpty else { return .rejected(kinds.diagnostics) }
            return PipelineFile.load(
                path: definition.path, settings: definition.settings.parameters.values, environment: environment,
                catalogue: kinds.catalogue, plugins: .standard, service: placement)
        }
    }

    private static func show(_ event: ServiceEvent, isQuiet: Bool) {
        if isQuiet, event.severity != .error { return }
        if let text = event.text { Console.error(text) }
    }
}
