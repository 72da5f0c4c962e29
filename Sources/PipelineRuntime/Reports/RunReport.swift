import Media

/// The state and statistics of a run, during it or at its end.
package struct RunReport: Sendable, Codable {
    /// The outcome of the run.
    package enum Ending: String, Sendable, Codable {
        /// The run has not ended.
        case running
        /// All sources reached their end.
        case finished
        /// The run was stopped by request and all stages finished.
        case stopped
        /// A stage threw an error.
        case failed
        /// The run was aborted; stages did not finish.
        case aborted
    }

    /// The name of the pipeline.
    package var pipeline: String
    package var ending: Ending
    /// The error that ended the run; nil unless the run failed.
    package var failure: Failure?
    /// The stages in the order of the plan.
    package var stages: [StageReport]
    package var links: [LinkReport]
    package var problems: [ProblemReport]
    /// The number of problems that are not listed in `problems`.
    package var untoldProblems: Int
    /// Stages that did not end within the grace period after a failure or an abort.
    package var stuckStages: [String]
    package var sources: [SourceReport]
    package var wallSeconds: Double
    /// Processor time of the whole process, in seconds.
    package var processorSeconds: Double

    /// Whether the run succeeded: no stage failed, no stage reported an error, and the run was not aborted.
    package var succeeded: Bool {
        failure == nil && ending != .aborted && stuckStages.isEmpty && !hasErrorProblem
    }

    /// Whether a stage reported a problem with the severity `error`.
    package var hasErrorProblem: Bool
    /// The number of reloads during the run.
    package var reloads: Int

    /// The error that ended the run, and the stage that threw it.
    package struct Failure: Sendable, Codable, Hashable {
        package var stage: String
        package var kind: String
        package var code: String
        package var message: String
    }

    /// The statistics of a stage.
    package struct StageReport: Sendable, Codable, Hashable {
        package var name: String
        package var kind: String
        /// The number of payloads received.
        package var received: Int
        /// The number of payloads sent.
        package var sent: Int
        /// The number of payloads sent that only describe media, such as initialization segments.
        package var headers: Int
        /// The number of payloads dropped because the stages below were too slow.
        package var dropped: Int
        /// The number of messages queued for the stage.
        package var queued: Int
        /// The size of the payloads sent, in bytes; for sinks, of the payloads received.
        package var bytes: Int
        /// The time spent in the stage's code, in seconds; for a stage with a separate task, the time it was not
        /// waiting. Nil for sources, where it is not meaningful.
        package var busySeconds: Double?
        /// The media time sent, in seconds; nil for stages without a separate task, before the first payload and after
        /// the stage has ended.
        package var position: Double?
        /// Measurements that the stage reported, such as `drift-ppm`; nil when there are none.
        package var measures: [String: Double]?
    }

    /// The fill levels of a link.
    package struct LinkReport: Sendable, Codable, Hashable {
        /// The upstream stage. For the queue of offered messages above transforms, the stage that offers them.
        package var from: String
        /// The downstream stage. For the queue of offered messages above transforms, the stage that offers them.
        package var to: String
        /// The limits that apply; for an input of a merge that must not wait, the limits of its lead.
        package var limits: Limits
        /// The policy at the limits: `wait`, `drop-to-keyframe` or `fail`.
        package var whenFull: String
        /// The highest fill level of one of its tracks.
        package var highWater: Fill
        /// The largest addition made at once. A stage waits after adding to a link, so a link may exceed its limits by
        /// this much.
        package var largestBatch: Fill
    }

    /// The limits of a link per track.
    package struct Limits: Sendable, Codable, Hashable {
        package var messages: Int
        package var bytes: Int
        /// Media time, in seconds.
        package var seconds: Double
    }

    /// A fill level of a link.
    package struct Fill: Sendable, Codable, Hashable {
        package var messages: Int
        package var bytes: Int
        /// Media time, in seconds.
        package var seconds: Double
    }

    /// A problem that a stage reported.
    package struct ProblemReport: Sendable, Codable, Hashable {
        package var stage: String
        package var severity: String
        package var code: String
        package var message: String
    }

    /// The progress of a source.
    package struct SourceReport: Sendable, Codable, Hashable {
        package var stage: String
        /// The media time since the first payload, in seconds; nil before the first payload.
        package var position: Double?
        /// The duration that the source declares, in seconds; nil when it declares none.
        package var duration: Double?
    }
}

extension RunReport.Fill {
    init(_ batch: HighWaterMark.Batch) {
        self.init(messages: batch.messages, bytes: batch.bytes, seconds: batch.duration.seconds)
    }

    init(_ water: HighWaterMark) {
        self.init(messages: water.messages, bytes: water.bytes, seconds: water.duration.seconds)
    }
}

extension RunReport.Limits {
    init(_ limits: LinkLimits) {
        self.init(messages: limits.messages, bytes: limits.bytes, seconds: limits.duration.seconds)
    }

    init(_ lead: LeadLimits) {
        self.init(messages: lead.messages, bytes: lead.bytes, seconds: lead.duration.seconds)
    }
}
