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
    /// The newest 50 problems, oldest first.
    public package(set) var lastProblems: [ReportedProblem] = []
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
    /// The identifier of the process.
    public internal(set) var process = 0
    /// The date of the start of the run, in seconds since 1970; nil before it.
    public internal(set) var startTime: Double?
    /// The date of this status, in seconds since 1970.
    public internal(set) var time = 0.0
    /// The origins, by stage.
    public internal(set) var origins: [OriginStatus] = []
    /// The remote stores that segments are pushed to, by stage.
    public internal(set) var pushes: [PushStatus] = []
    /// The file systems of the output folders.
    public internal(set) var disks: [DiskStatus] = []
    /// The findings of live validation, by rule and level.
    public internal(set) var findings: [FindingStatus] = []
    /// The hooks, in the order of the pipeline file.
    public package(set) var hooks: [HookStatus] = []
    /// The state in a service; nil outside a service.
    public package(set) var supervision: Supervision?

    private enum CodingKeys: String, CodingKey {
        case pipeline, failure, stages, links, problems, unlistedProblems, stuckStages, sources, renditions
        case wallSeconds, processorSeconds, hasErrorProblem, reloads, lastProblems, process, startTime, time
        case origins, pushes, disks, findings, hooks, supervision
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
        /// The size of the payloads sent, in bytes; for sinks, of the files received. Parts are not counted, since their
        /// segments contain the same bytes.
        public internal(set) var bytes = 0
        /// The time spent in the stage's code, in seconds; for a stage with a separate task, the time it was waiting
        /// neither for input nor for the stages below. Nil for sources, where it is not meaningful.
        public internal(set) var busySeconds: Double?
        /// The media time sent, in seconds; nil for stages without a separate task, before the first payload and after
        /// the stage has ended.
        public internal(set) var position: Double?
        /// Measurements that the stage reported, such as `drift-ppm`; nil when there are none.
        public internal(set) var measures: [String: Double]?
        /// The figures that the stage contributes; nil when there are none.
        public internal(set) var figures: [FigureReading]?
        /// The tracks that the stage has sent, in the order of their announcement; nil when there are none.
        public internal(set) var tracks: [TrackStatus]?
        /// The number of times that the stage failed and was replaced by a new instance.
        public internal(set) var restarts = 0
        /// The reason why a sink cannot write its output and is retried; nil while it can.
        public internal(set) var outage: String?
        /// The duration of the outage so far, in seconds; nil without one.
        public internal(set) var outageSeconds: Double?
        /// The stages that it reads from, but that have announced no track although the others have media; nil when there
        /// are none.
        public internal(set) var missingInputs: [String]?
        /// The live tracks that have no media although other tracks have, such as `audio`; nil when there are none.
        public internal(set) var lostTracks: [String]?
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
        /// The fill level of its fullest track at the time of the status.
        public internal(set) var current: Fill
        /// The highest fill level of one of its tracks since the start of the run.
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
        /// The date of the report in seconds since 1970; nil for problems without one.
        public internal(set) var time: Double?

        /// Creates a problem that no stage of the run reported, such as one of a hook.
        package init(stage: String, severity: Problem.Severity, code: String, message: String, time: Double?) {
            (self.stage, self.severity, self.code) = (stage, severity, code)
            (self.message, self.time) = (message, time)
        }
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
        for index in lastProblems.indices {
            status.lastProblems[index].message = redactor.redacted(lastProblems[index].message)
        }
        for index in pushes.indices {
            status.pushes[index].target = redactor.redacted(pushes[index].target)
            status.pushes[index].lastError = pushes[index].lastError.map(redactor.redacted)
        }
        for index in stages.indices { status.stages[index].redact(by: redactor) }
        return status
    }
}

extension RunStatus.StageStatus {
    fileprivate mutating func redact(by redactor: Redactor) {
        outage = outage.map(redactor.redacted)
        guard let readings = figures else { return }
        figures = readings.map { reading in
            var reading = reading
            reading.labels = reading.labels.mapValues(redactor.redacted)
            return reading
        }
    }
}
