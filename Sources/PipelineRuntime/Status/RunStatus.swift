import Media
public import StageKit

/// The status of a run: its stages, links, sources, renditions and problems.
///
/// The report at the end of a run is the last value.
public struct RunStatus: Sendable, Codable {
    /// The phase of a run.
    public enum Phase: String, Sendable, Codable, CaseIterable {
        /// The run has not started.
        case ready
        case running
        /// The run was asked to stop, and its stages finish their output.
        case stopping
        /// All sources reached their end.
        case finished
        /// The run was stopped by request and all stages finished.
        case stopped
        /// A stage threw an error.
        case failed
        /// The run was aborted; stages did not finish.
        case aborted

        /// Whether the run has ended.
        public var isEnd: Bool {
            switch self {
            case .ready, .running, .stopping: false
            case .finished, .stopped, .failed, .aborted: true
            }
        }
    }

    /// The name of the pipeline.
    public internal(set) var pipeline: String
    public internal(set) var phase: Phase
    /// The error that ended the run; nil unless the run failed.
    public internal(set) var failure: Failure?
    /// The stages in the order of the plan.
    public internal(set) var stages: [StageStatus]
    public internal(set) var links: [LinkStatus]
    /// The first 1000 problems that stages reported.
    public package(set) var problems: [ReportedProblem]
    /// The number of problems that are not listed in `problems`.
    public internal(set) var unlistedProblems: Int
    /// Stages that did not end within the grace period after a failure or an abort.
    public internal(set) var stuckStages: [String]
    public internal(set) var sources: [SourceStatus]
    /// The segments that sinks have published, by sink and rendition.
    public internal(set) var renditions: [RenditionStatus]
    /// The time since the run started, in seconds.
    public internal(set) var wallSeconds: Double
    /// Processor time of the whole process, in seconds.
    public internal(set) var processorSeconds: Double
    /// Whether a stage reported a problem with the severity `error`.
    public internal(set) var hasErrorProblem: Bool
    /// The number of reloads during the run.
    public internal(set) var reloads: Int

    private enum CodingKeys: String, CodingKey {
        case pipeline, failure, stages, links, problems, unlistedProblems, stuckStages, sources, renditions
        case wallSeconds, processorSeconds, hasErrorProblem, reloads
        case phase = "ending"
    }

    /// Whether nothing has failed: no stage failed, no stage reported an error, and the run was not aborted.
    public var succeeded: Bool {
        failure == nil && phase != .aborted && stuckStages.isEmpty && !hasErrorProblem
    }

    /// The error that ended a run, and the stage that threw it.
    public struct Failure: Sendable, Codable, Hashable {
        public internal(set) var stage: String
        public internal(set) var kind: String
        /// The code of the `StageError`.
        public internal(set) var code: String
        public internal(set) var message: String
    }

    /// The statistics of a stage.
    public struct StageStatus: Sendable, Codable, Hashable {
        public internal(set) var name: String
        public internal(set) var kind: String
        /// The number of payloads received.
        public internal(set) var received = 0
        /// The number of payloads sent.
        public internal(set) var sent = 0
        /// The number of payloads sent that only describe media, such as initialization segments.
        public internal(set) var headers = 0
        /// The number of payloads dropped because the stages below were too slow.
        public internal(set) var dropped = 0
        /// The number of messages queued for the stage.
        public internal(set) var queued = 0
        /// The size of the payloads sent, in bytes; for sinks, of the payloads received.
        public internal(set) var bytes = 0
        /// The time spent in the stage's code, in seconds; for a stage with a separate task, the time it was not
        /// waiting. Nil for sources, where it is not meaningful.
        public internal(set) var busySeconds: Double?
        /// The media time sent, in seconds; nil for stages without a separate task, before the first payload and after
        /// the stage has ended.
        public internal(set) var position: Double?
        /// Measurements that the stage reported, such as `drift-ppm`; nil when there are none.
        public internal(set) var measures: [String: Double]?
    }

    /// The fill levels of a link.
    public struct LinkStatus: Sendable, Codable, Hashable {
        /// The upstream stage. For the queue of offered messages above transforms, the stage that offers them.
        public internal(set) var from: String
        /// The downstream stage. For the queue of offered messages above transforms, the stage that offers them.
        public internal(set) var to: String
        /// The limits that apply; for an input of a merge that must not wait, the limits of its lead.
        public internal(set) var limits: Fill
        /// The policy at the limits: `wait`, `drop-to-keyframe` or `fail`.
        public internal(set) var whenFull: String
        /// The highest fill level of one of its tracks.
        public internal(set) var highWater: Fill
        /// The largest addition made at once. A stage waits after adding to a link, so a link may exceed its limits by
        /// this much.
        public internal(set) var largestBatch: Fill
    }

    /// A fill level of a link, or its limit, per track.
    public struct Fill: Sendable, Codable, Hashable {
        public internal(set) var messages: Int
        public internal(set) var bytes: Int
        /// Media time, in seconds.
        public internal(set) var seconds: Double
    }

    /// A problem that a stage reported.
    public struct ReportedProblem: Sendable, Codable, Hashable {
        /// The name of the stage.
        public internal(set) var stage: String
        public internal(set) var severity: Problem.Severity
        /// A stable identifier of the kind of problem.
        public internal(set) var code: String
        public internal(set) var message: String
    }

    /// The progress of a source.
    public struct SourceStatus: Sendable, Codable, Hashable {
        /// The name of the stage.
        public internal(set) var stage: String
        /// The media time since the first payload, in seconds; nil before the first payload.
        public internal(set) var position: Double?
        /// The duration that the source declares, in seconds; nil when it declares none.
        public internal(set) var duration: Double?
        /// Whether the source is lost, and being reopened.
        public internal(set) var isLost = false
    }

    /// The segments of one rendition that a sink has published.
    public struct RenditionStatus: Sendable, Codable, Hashable {
        /// The name of the sink.
        public internal(set) var sink: String
        /// The name of the rendition.
        public internal(set) var name: String
        /// The number of published segments.
        public internal(set) var segments = 0
        /// The number of published parts of segments.
        public internal(set) var parts = 0
        /// The size of the published segments, in bytes.
        public internal(set) var bytes = 0
        /// The media duration of the published segments, in seconds.
        public internal(set) var seconds = 0.0
        /// The path of the newest segment.
        public internal(set) var lastPath = ""
        /// The media duration of the newest segment, in seconds.
        public internal(set) var lastSeconds = 0.0
        /// The time since the newest segment was published, in seconds.
        public internal(set) var age = 0.0
    }
}

extension RunStatus.Fill {
    init(_ batch: HighWaterMark.Batch) {
        self.init(messages: batch.messages, bytes: batch.bytes, seconds: batch.duration.seconds)
    }

    init(_ water: HighWaterMark) {
        self.init(messages: water.messages, bytes: water.bytes, seconds: water.duration.seconds)
    }

    init(_ limits: LinkLimits) {
        self.init(messages: limits.messages, bytes: limits.bytes, seconds: limits.duration.seconds)
    }

    init(_ lead: LeadLimits) {
        self.init(messages: lead.messages, bytes: lead.bytes, seconds: lead.duration.seconds)
    }
}

extension RunStatus {
    /// Creates the status of a run that has not started.
    package init(ready plan: PipelinePlan) {
        self.init(
            pipeline: plan.redactor.redacted(plan.name), phase: .ready,
            stages: plan.stages.map { StageStatus(name: $0.name, kind: $0.description.kind) }, links: [], problems: [],
            unlistedProblems: 0, stuckStages: [],
            sources: plan.stages.filter { $0.description.role == .source }.map { SourceStatus(stage: $0.name) },
            renditions: [], wallSeconds: 0, processorSeconds: 0, hasErrorProblem: false, reloads: 0)
    }

    /// Returns the status with secrets masked.
    func redacted(by redactor: Redactor) -> RunStatus {
        var status = self
        status.pipeline = redactor.redacted(pipeline)
        if let failure { status.failure?.message = redactor.redacted(failure.message) }
        for index in problems.indices { status.problems[index].message = redactor.redacted(problems[index].message) }
        return status
    }
}
