import HTTPStages
import Media
import PipelineFile
import PipelineRuntime
import Sluice
import StageKit

/// A pipeline in a service, with its supervision and its current run.
struct ServedPipeline: Sendable {
    /// A run in progress.
    struct Run: Sendable {
        let id: Int
        let pipeline: Pipeline
        let continuation: PresentationContinuation
        let progress: RunProgress
        let started: MonotonicTime
        /// The plan whose hooks are in use; a reload replaces it.
        var hookPlan: PipelinePlan
        /// The figures of the data paths at the last look.
        var monitor = DataPathMonitor()
        var lastLook: MonotonicTime
        /// The time since which a stage or a source makes no progress; nil if all do.
        var stalledSince: MonotonicTime?
    }

    /// A presentation that the service listens for.
    struct Reservation: Sendable, Hashable {
        let endpoint: OriginEndpoint
        let limit: Duration
    }

    /// The hooks of the pipeline, over all its runs.
    let hooks: HookDispatcher
    var definition: PipelineDefinition
    var supervisor: PipelineSupervisor
    /// The contents of the files that were loaded last, by path.
    var contents: [String: String] = [:]
    /// The result of the last load.
    var loaded: PipelineFileResult?
    /// The errors about the place in the service, such as a name that another pipeline uses.
    var conflicts: [Diagnostic] = []
    var reservations: Set<Reservation> = []
    var run: Run?
    /// The last run, or the loaded pipeline before its first run, for display; nil if the file was never valid.
    var shown: Pipeline?
    /// A pipeline without stages, for display in place of `shown`.
    var placeholder: Pipeline?
    /// The history of the pipeline that is shown.
    var history: RunHistory?
    var reason = ""
    /// The reason why the last run failed.
    var lastFailure = ""
    /// The effect on live playlists of a stop that an operator requests; nil for the default.
    var stopMode: StopMode?
    /// Whether a reload is in progress.
    var isReloading = false
    /// Whether the service has too many pipelines for this one.
    var isRefused = false

    init(_ definition: PipelineDefinition, _ hooks: HookDispatcher) {
        self.hooks = hooks
        self.definition = definition
        supervisor = PipelineSupervisor(definition.settings)
    }

    /// The presentations that the pipeline serves.
    var endpoints: [OriginEndpoint] { loaded?.plan.map(Self.endpoints) ?? [] }

    /// The errors of the file and of its place in the format of a compiler.
    var diagnostics: String {
        let text = DiagnosticPrinter.text(
            conflicts, sources: loaded?.sources ?? [:], redactor: loaded?.redactor ?? Redactor())
        return (loaded?.plan == nil ? loaded?.text ?? "" : "") + text
    }

    /// The state for statuses. The time until a restart is added when it is read.
    var supervision: RunStatus.Supervision {
        let redactor = loaded?.redactor ?? Redactor()
        return RunStatus.Supervision(
            state: supervisor.state.name, reason: redactor.redacted(reason), restarts: supervisor.restarts,
            failures: supervisor.failures,
            lastFailure: supervisor.failures == 0 ? nil : redactor.redacted(lastFailure), diagnostics: diagnostics)
    }

    static func endpoints(_ plan: PipelinePlan) -> [OriginEndpoint] {
        plan.stages.compactMap { stage in
            guard case .sink(let sink) = stage.stage else { return nil }
            return (sink as? ServeOrigin)?.endpoint
        }
    }
}
