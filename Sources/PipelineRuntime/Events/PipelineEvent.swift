import Media
import StageKit

/// An event of a run.
public enum PipelineEvent: Sendable {
    /// The stages of the run have started.
    case started
    /// A sink has published a segment.
    case segmentPublished(PublishedSegment)
    /// A sink has published a part of a segment that is not yet complete.
    case partPublished(PublishedSegment)
    /// A source delivers nothing, or has failed, and is being reopened.
    case sourceLost(RunStatus.ReportedProblem)
    /// A lost source delivers again.
    case sourceReturned(RunStatus.ReportedProblem)
    /// A stage that failed was replaced by a new instance.
    case stageRestarted(RunStatus.ReportedProblem)
    /// A stage reported information, a warning or an error that does not end the run.
    case problem(RunStatus.ReportedProblem)
    /// A reload was applied; the text names the changed stages, such as `replaced: video`.
    case reloaded(String)
    /// The observer was too slow, and this many events before the next one were discarded.
    case missed(Int)
    /// The run has ended. Always the last event.
    case ended(RunStatus)

    /// The problem that the event reports; nil for other events.
    public var reportedProblem: RunStatus.ReportedProblem? {
        switch self {
        case .sourceLost(let problem), .sourceReturned(let problem), .stageRestarted(let problem),
            .problem(let problem):
            problem
        case .started, .segmentPublished, .partPublished, .reloaded, .missed, .ended: nil
        }
    }

    init(_ problem: RunStatus.ReportedProblem) {
        switch problem.code {
        case ProblemCode.sourceLost: self = .sourceLost(problem)
        case ProblemCode.sourceReturned: self = .sourceReturned(problem)
        case ProblemCode.stageRestarted: self = .stageRestarted(problem)
        default: self = .problem(problem)
        }
    }
}

extension RunStatus.ReportedProblem {
    init(_ problem: Problem, from stage: String, at date: WallTime? = nil) {
        self.init(
            stage: stage, severity: problem.severity, code: problem.code,
            message: problem.message.withoutStage(stage), time: date?.unixSeconds)
    }
}
