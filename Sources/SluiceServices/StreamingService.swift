import Operations
import PipelineFile
import PipelineRuntime
public import Sluice
public import StageKit
import Synchronization
import SystemTime

/// The pipelines of a folder in one process: each is supervised separately, and all share their listeners.
///
/// A pipeline whose run fails is restarted after a delay. Files that are added, changed or removed are applied while the
/// service runs. An instance runs once.
public final class StreamingService: Sendable {
    /// A run of the service, from its start until all pipelines have ended.
    private struct Phase {
        var isStarted = false
    }

    private let paths: [String]
    private let service: PipelineService
    private let hub: EventHub<StreamingServiceEvent>
    private let phase = Mutex(Phase())
    private let (stops, stopper) = AsyncStream.makeStream(of: Void.self)

    /// Reads a folder of pipeline files, with the service file `service.yaml` in it if there is one, or a service file.
    ///
    /// Opens no device and starts nothing. Errors in pipeline files are states of these pipelines; see
    /// ``StreamingServiceStatus/Pipeline/diagnostics``. Throws ``StreamingServiceError/invalid(_:)`` with all errors in
    /// the folder and its service file. The sections `movies`, `jobs` and `log` are errors: only the tool has them.
    public convenience init(
        contentsOf path: String, catalogue: StageCatalogue = .builtIn
    ) throws(StreamingServiceError) {
        try self.init(contentsOf: [path], catalogue: catalogue)
    }

    /// Reads several folders, service files and pipeline files, with the errors of the initializer for one path.
    public init(contentsOf paths: [String], catalogue: StageCatalogue = .builtIn) throws(StreamingServiceError) {
        let hub = EventHub<StreamingServiceEvent>()
        (self.paths, self.hub) = (paths, hub)
        service = PipelineService(paths, clock: SystemClock(), load: Self.loading(catalogue)) { event in
            hub.emit(StreamingServiceEvent(event))
        }
        if let errors = ServiceFolders(paths).errorsInPrograms { throw .invalid(errors) }
    }

    private static func loading(_ catalogue: StageCatalogue) -> PipelineService.Loading {
        { definition, placement in
            var result = PipelineFile.load(
                path: definition.path, settings: definition.settings.parameters.values, catalogue: catalogue,
                service: placement)
            result.rejectPlugins()
            return result
        }
    }

    /// Runs until ``stop()`` is called or the task is cancelled, and lets all runs finish their output.
    ///
    /// Listens for operators if the service file has `admin`. Throws ``StreamingServiceError/alreadyStarted`` for a
    /// second call, and ``StreamingServiceError/cannotListen(_:)`` if the address of `admin` cannot be used.
    public func run() async throws(StreamingServiceError) {
        let isFirst = phase.withLock { phase in
            defer { phase.isStarted = true }
            return !phase.isStarted
        }
        guard isFirst else { throw .alreadyStarted }
        await service.start()
        var problem: StageError?
        var listener: AdminServer?
        do throws(StageError) { listener = try await startAdmin() } catch { problem = error }
        if problem == nil {
            // Ends when the task is cancelled, as well.
            for await _ in stops {}
        }
        // A separate task, since a cancelled task could not drain the runs.
        await Task { await service.stop() }.value
        await listener?.stop()
        hub.finish()
        if let problem { throw .cannotListen(problem.message) }
    }

    private func startAdmin() async throws(StageError) -> AdminServer? {
        guard let network = await service.admin else { return nil }
        let service = service
        return try AdminServer(
            AdminConfiguration(network: network), resources: AdminResource.console, clock: SystemClock(),
            service: { await service.status }, targets: { service.targets })
    }

    /// Stops all pipelines; ``run()`` returns when their output is finished. Runs that do not end within their
    /// `stop-timeout` are aborted.
    public func stop() { stopper.finish() }

    /// Ends all runs without finishing their output, and then ``run()``.
    public func cancel() {
        Task { await service.abort() }
        stopper.finish()
    }

    /// Reads all files again and applies the changes; returns when they are applied.
    ///
    /// Happens by itself when files change. Throws ``StreamingServiceError/invalid(_:)`` for errors in the folder and its
    /// service file, which change nothing.
    public func reload() async throws(StreamingServiceError) {
        if let errors = ServiceFolders(paths).errorsInPrograms { throw .invalid(errors) }
        await service.rescan()
    }

    /// Starts a pipeline that does not run, also one with `start: manual`.
    ///
    /// Throws ``StreamingServiceError/unknownPipeline(_:)`` if the service has no pipeline of this name.
    public func start(_ pipeline: String) async throws(StreamingServiceError) {
        guard await service.start(pipeline) else { throw .unknownPipeline(pipeline) }
    }

    /// Stops a pipeline until ``start(_:)``; the others keep running.
    ///
    /// Throws ``StreamingServiceError/unknownPipeline(_:)`` if the service has no pipeline of this name.
    public func stop(_ pipeline: String) async throws(StreamingServiceError) {
        guard await service.stop(pipeline) else { throw .unknownPipeline(pipeline) }
    }

    /// The current status: the pipelines with their states and runs.
    public var status: StreamingServiceStatus {
        get async { StreamingServiceStatus(await service.status) }
    }

    /// The events from now on, up to the end of ``run()``.
    ///
    /// Each access returns a separate sequence with a buffer of 1024 events, which never delays the media: the oldest
    /// events are discarded, and ``StreamingServiceEvent/missed(_:)`` contains their number.
    public var events: StreamingServiceEvents { StreamingServiceEvents(hub.observe()) }
}
