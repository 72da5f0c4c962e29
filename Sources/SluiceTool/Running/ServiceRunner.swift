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
    /// The name of the service.
    let name: String
    let paths: [String]
    /// The folders of movies; nil without any.
    let movies: MovieServing?
    /// The empty folders that may become folders of movies; nil without any.
    let laterMovies: LaterMovies?
    /// The warnings about movies that are ignored.
    let folderWarnings: [String]
    /// The jobs that the console displays; nil without any.
    let jobs: WatchedJobs?
    let defaults: PipelineSettings
    let plugins: [String]
    let output: RunLog
    /// The address and token of the admin listener; nil without one.
    let admin: AdminOptions?

    /// The time that aborted runs may take to end, in seconds; after that the process exits.
    private static let abortTimeout = 15.0

    private var log: Log { output.log }

    func run() async -> ExitCode {
        signal(SIGPIPE, SIG_IGN)
        PipelineRun.reportCrashes()
        let movies = movies.map { MovieSupervision($0, log: log) }
        let service = PipelineService(
            paths, name: name, defaults: defaults, clock: SystemClock(), logTail: log.tail,
            movies: movies.map { movies in { @Sendable in movies.status } }, load: loading
        ) { [log] event in log.record(event) }
        let reporter = ServiceReporter(service, environment: Console.environment)
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        let signals = makeSignalHandler(service, hangUp: { Task { await Self.reload(service, reporter) } }) {
            reporter?.stopping()
            stop.finish()
        }
        let status = StatusSignal { [log] in Task { log.record(await service.status) } }
        let reporting = Task { await reporter?.run() }
        let entry = RunDirectory.register(pipeline: name, path: paths.first ?? self.movies?.paths.first ?? "")
        let listener: AdminServer?
        do throws(StageError) {
            listener = try startAdmin(service, socket: entry?.socket) { [laterMovies] in
                (movies?.readings ?? laterMovies?.server?.readings ?? []) + service.figures
            }
            // A service file that declares movies may declare pipelines later.
            if paths.isEmpty { try movies?.start() } else { movies?.startOrRetry() }
        } catch {
            log.record(.serviceProblem, error.message, level: .error)
            reporting.cancel()
            await reporting.value
            entry?.remove()
            return .runFailed
        }
        await start(service)
        let supervising = Task { await movies?.run { await service.rescan() } }
        await watchFolders(until: stops)
        supervising.cancel()
        await service.stop()
        await listener?.stop()
        await movies?.stop()
        reporting.cancel()
        await reporting.value
        entry?.remove()
        signals.cancel()
        status.cancel()
        let hasStuckStages = await service.status.pipelines.contains { $0.run?.stuckStages.isEmpty == false }
        log.record(.serviceStopped, "stopped")
        output.end()
        // Stages that did not end may hold locks that a regular exit needs.
        if hasStuckStages { _exit(Console.exitCode(.done).rawValue) }
        return .done
    }

    /// Starts the pipelines, and logs their number.
    private func start(_ service: PipelineService) async {
        await service.start()
        let count = await service.status.pipelines.count
        guard !paths.isEmpty else { return }
        log.record(
            .serviceStarted, "started: \(FigureText.count(count, "pipeline"))", fields: [LogField(.count, count)])
    }

    /// Reads all files again.
    private static func reload(_ service: PipelineService, _ reporter: ServiceReporter?) async {
        reporter?.reloading()
        await service.rescan()
        reporter?.reloaded()
    }

    /// Reports movies that are ignored, and serves movies that appear in empty folders, until the service stops.
    private func watchFolders(until stops: AsyncStream<Void>) async {
        for warning in folderWarnings { log.record(.serviceProblem, warning, level: .warning) }
        let appearing = Task { [log, laterMovies] in await laterMovies?.watch(log) }
        for await _ in stops {}
        appearing.cancel()
        await appearing.value
        await laterMovies?.server?.stop()
    }

    /// Installs the signal handlers: the first signal stops the service, the second aborts its runs.
    private func makeSignalHandler(
        _ service: PipelineService, hangUp: @escaping @Sendable () -> Void, stop: @escaping @Sendable () -> Void
    ) -> SignalHandler {
        SignalHandler(hangUp: hangUp) { [log] count, _ in
            switch count {
            case 1:
                log.record(.serviceStopping, "stopping: finishing all outputs; a second signal aborts the runs")
                stop()
            case 2:
                Task { await service.abort() }
                DispatchQueue.global().asyncAfter(deadline: .now() + Self.abortTimeout) {
                    log.record(.serviceProblem, "the runs did not end after they were aborted", level: .error)
                    log.flush()
                    _exit(ExitCode.runFailed.rawValue)
                }
            default: _exit(ExitCode.runFailed.rawValue)
            }
        }
    }

    /// Starts one admin listener for all pipelines, on the socket of the process and on the configured address.
    private func startAdmin(
        _ service: PipelineService, socket: String?,
        figures: @escaping @Sendable () -> [FigureReading]
    ) throws(StageError) -> AdminServer? {
        let listener = AdminListener(admin) { [log] message, level in
            log.record(level == .info ? .notice : .serviceProblem, message, level: level)
        }
        return try listener.start(
            socket: socket, service: { await service.status }, jobs: jobs.map { jobs in { @Sendable in jobs.list } },
            figures: figures
        ) { service.targets }
    }

    private var loading: PipelineService.Loading {
        let environment = Console.environment
        return { [plugins, log] definition, placement in
            var kinds = PluginCatalogue(.tool, .standard)
            for plugin in plugins { kinds.add(plugin, relativeTo: "") }
            guard kinds.diagnostics.isEmpty else { return .rejected(kinds.diagnostics) }
            var result = PipelineFile.load(
                path: definition.path, settings: definition.settings.parameters.values, environment: environment,
                catalogue: kinds.catalogue, plugins: .standard, service: placement)
            for warning in kinds.warnings { result.add(warning) }
            log.add(result.redactor)
            return result
        }
    }
}
