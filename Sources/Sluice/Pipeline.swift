package import PipelineFile
public import PipelineRuntime
public import StageKit
import Synchronization

/// A pipeline inside a program: loaded, checked, run and watched.
///
/// An instance runs once. Several pipelines can run in one process.
public final class Pipeline: Sendable {
    /// The loaded stages and their links, including inserted conversions.
    public let plan: PipelinePlan
    /// The warnings of the check; errors are thrown instead.
    public let diagnostics: PipelineDiagnostics
    let document: PipelineDocument
    let connections = ProgramConnections()
    let hub = EventHub<PipelineEvent>()
    let programHooks = ProgramHooks()
    let phase = Mutex(Phase.ready(isStopped: false, mode: nil))
    /// Returns the results of the hooks; nil without any.
    let hookFigures = HandlerSlot<@Sendable () -> [RunStatus.HookStatus]>()

    /// The run of a pipeline, once it has started.
    enum Phase: Sendable {
        case ready(isStopped: Bool, mode: StopMode?)
        case started(PipelineRun)
        /// The run could not be built.
        case rejected
    }

    /// Loads and checks a pipeline file, opening no device.
    ///
    /// `parameters` set the parameters of the file by name. Throws ``PipelineError/invalid(_:)`` with all errors in the
    /// file. Plugins in the file are rejected: a program registers stages in the catalogue instead. An admin listener is
    /// rejected too: a program reads ``status`` and ``events``, or runs the file in a service.
    public convenience init(
        contentsOf path: String, parameters: [String: String] = [:], catalogue: StageCatalogue = .builtIn
    ) throws(PipelineError) {
        try self.init(PipelineFile.load(path: path, settings: parameters, catalogue: catalogue), loadsPlugins: false)
    }

    /// Checks the text of a pipeline file. Diagnostics name the file `name`.
    ///
    /// Throws ``PipelineError/invalid(_:)`` with all errors in the text.
    public convenience init(
        yaml text: String, named name: String = "pipeline.yaml", parameters: [String: String] = [:],
        catalogue: StageCatalogue = .builtIn
    ) throws(PipelineError) {
        let result = PipelineFile.load(yaml: text, name: name, settings: parameters, catalogue: catalogue)
        try self.init(result, loadsPlugins: false)
    }

    /// Creates a pipeline of stages declared in Swift, and checks it like a file.
    ///
    /// Throws ``PipelineError/invalid(_:)`` with all errors; their locations are in the Swift source.
    public convenience init(
        _ name: String = "pipeline", catalogue: StageCatalogue = .builtIn,
        @PipelineBuilder _ stages: () -> [PipelineStage]
    ) throws(PipelineError) {
        try self.init(StageTree(name, stages(), catalogue).load(), loadsPlugins: false)
    }

    /// Creates a pipeline from the result of loading a file.
    package init(_ result: PipelineFileResult, loadsPlugins: Bool = true) throws(PipelineError) {
        var result = result
        if !loadsPlugins { result.rejectToolSections() }
        let diagnostics = PipelineDiagnostics(result)
        guard let plan = result.plan, let document = result.document else { throw .invalid(diagnostics) }
        self.plan = plan
        self.document = document
        self.diagnostics = diagnostics
    }

    deinit {
        connections.close()
        hub.finish()
    }

    /// The pipeline as a pipeline file: the stages of an extended file are included, and parameters keep their names.
    ///
    /// Loading the text with the same parameters gives an equal plan. Contains secrets that were set in Swift or in the
    /// file.
    public var yaml: String { YAMLPrinter.text(document.node) }

    /// The current stages and links, for display.
    public var graph: PipelineGraph { PipelineGraph(currentPlan) }

    /// The location of a stage's declaration; nil for inserted stages.
    package func location(of stage: String) -> SourceLocation? {
        document.stages.first { $0.name.text == stage }?.name.location
    }

    /// The plan that runs: after a reload, the new one.
    package var currentPlan: PipelinePlan {
        if case .started(let run) = phase.withLock({ $0 }) { run.plan } else { plan }
    }
}
