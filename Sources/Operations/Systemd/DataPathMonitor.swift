package import PipelineRuntime

/// Detects stages that no longer process their queues, from successive figures of a run.
///
/// A lost source and an idle input are not stalls: they are reported as such, and restarting the process would not help.
/// A stage stalls when messages wait for it and it neither receives nor sends any.
package struct DataPathMonitor: Sendable {
    /// The figures of one stage.
    package struct Activity: Sendable, Hashable {
        package var received: Int
        package var sent: Int
        package var queued: Int

        package init(received: Int, sent: Int, queued: Int) {
            self.received = received
            self.sent = sent
            self.queued = queued
        }
    }

    private var last: [String: Activity] = [:]

    package init() {}

    /// Returns the names of the stages that have had waiting messages without any progress since the last call.
    package mutating func stalledStages(_ activities: [String: Activity]) -> [String] {
        let stalled = activities.filter { name, activity in
            guard activity.queued > 0, let before = last[name], before.queued > 0 else { return false }
            return before.received == activity.received && before.sent == activity.sent
        }
        last = activities
        return stalled.keys.sorted()
    }

    /// Returns the names of the stages that have had waiting messages without any progress since the last call.
    package mutating func stalledStages(_ status: RunStatus) -> [String] {
        let activities = status.stages.map { stage in
            (stage.name, Activity(received: stage.received, sent: stage.sent, queued: stage.queued))
        }
        return stalledStages(Dictionary(activities) { first, _ in first })
    }
}
