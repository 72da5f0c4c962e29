/// What a run did, or has done so far.
package struct RunReport: Sendable, Codable {
    /// How the run ended.
    package enum Ending: String, Sendable, Codable {
        /// It has not.
        case running
        /// All sources came to their end.
        case finished
        /// It was asked to stop and ended in good order.
        case stopped
        /// A stage could not go on.
        case failed
        /// It was given up at once.
        case aborted
    }

    /// The name of the pipeline.
    package var pipeline: String
    package var ending: Ending
    /// Why it failed; nil when it did not.
    package var failure: Failure?
    /// In the order of the plan.
    package var stages: [StageReport]
    package var links: [LinkReport]
    package var problems: [ProblemReport]
    /// How many problems there were beyond those listed.
    package var untoldProblems: Int
    /// Stages that did not end within the grace after a failure or an abort.
    package var stuckStages: [String]
    package var sources: [SourceReport]
    package var wallSeconds: Double
    /// Processor time of the whole process, in seconds.
    package var processorSeconds: Double

    /// Whether the output is what was asked for: no stage failed, none reported an error, nothing was given up.
    package var succeeded: Bool {
        failure == nil && ending != .aborted && stuckStages.isEmpty && !hasErrorProblem
    }

    /// Whether a stage reported that the output is not what was asked for.
    package var hasErrorProblem: Bool
    /// How often stages were replaced, added or removed while it went on.
    package var reloads: Int

    /// Which stage ended the run, and why.
    package struct Failure: Sendable, Codable, Hashable {
        package var stage: String
        package var kind: String
        package var code: String
        package var message: String
    }

    /// One stage's part in a run.
    package struct StageReport: Sendable, Codable, Hashable {
        package var name: String
        package var kind: String
        /// Payloads taken.
        package var received: Int
        /// Payloads given.
        package var sent: Int
        /// Of those, payloads that only describe media, as initialization segments do.
        package var headers: Int
        /// Payloads dropped because the stages below were too slow.
        package var dropped: Int
        /// Messages that wait to be taken.
        package var queued: Int
        /// Bytes of the payloads given; of those taken, for sinks.
        package var bytes: Int
        /// Seconds in the stage's own code, or in its task and not waiting; nil for sources, where it means nothing.
        package var busySeconds: Double?
        /// How many seconds of media it has given; nil where it has no task of its own, before its first payload and
        /// when it has ended.
        package var position: Double?
        /// Figures that the stage told of itself, such as `drift-ppm`; nil when there are none.
        package var measures: [String: Double]?
    }

    /// One link of a run and how full it got.
    package struct LinkReport: Sendable, Codable, Hashable {
        /// The stage above; for what a source's foreign threads offer, the source.
        package var from: String
        /// The stage below; for what a source's foreign threads offer, the source.
        package var to: String
        /// The limits that apply; what is merged by media time has one of bytes only.
        package var limits: Limits
        /// The most that one track of it was.
        package var highWater: Fill
        /// The most that was added at once: a stage that finds a link full waits behind what it has added.
        package var largestBatch: Fill
    }

    /// What a link may contain of each track; nil for no limit.
    package struct Limits: Sendable, Codable, Hashable {
        package var messages: Int?
        package var bytes: Int
        /// Seconds of media.
        package var seconds: Double?
    }

    /// How much is, was or may be in a link.
    package struct Fill: Sendable, Codable, Hashable {
        package var messages: Int
        package var bytes: Int
        /// Seconds of media.
        package var seconds: Double
    }

    /// Something that a stage told.
    package struct ProblemReport: Sendable, Codable, Hashable {
        package var stage: String
        package var severity: String
        package var code: String
        package var message: String
    }

    /// How far a source got.
    package struct SourceReport: Sendable, Codable, Hashable {
        package var stage: String
        /// Seconds of media since its first payload; nil before it.
        package var position: Double?
        /// How long it says it is, in seconds; nil when it does not.
        package var duration: Double?
    }
}

extension RunReport.Fill {
    init(_ batch: HighWater.Batch) {
        self.init(messages: batch.messages, bytes: batch.bytes, seconds: Double(batch.nanoseconds) / 1e9)
    }

    init(_ water: HighWater) {
        self.init(messages: water.messages, bytes: water.bytes, seconds: Double(water.nanoseconds) / 1e9)
    }
}

extension RunReport.Limits {
    init(_ limits: LinkLimits, isMerged: Bool) {
        self.init(
            messages: isMerged ? nil : limits.messages, bytes: isMerged ? limits.mergedBytes : limits.bytes,
            seconds: isMerged ? nil : Double(limits.nanoseconds) / 1e9)
    }
}
