package import PipelineRuntime

/// Detects stages that no longer process their queues, and sources that hang, from successive statuses of a run.
///
/// A stage stalls when messages wait for it and it neither receives nor sends any. A source hangs when it has delivered
/// audio or video, does not report a loss, and has delivered nothing for a time. Lost sources, sources that wait for
/// their first sender, and stores that accept no files are no stalls: they are reported as such, and a restart would not
/// help.
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

    /// The figures of one source.
    package struct SourceActivity: Sendable, Hashable {
        package var state: RunStatus.SourceState
        package var isLive: Bool
        /// Whether it has open tracks of audio or video.
        package var hasMedia: Bool
        /// The time since the last payload in seconds; nil before the first one.
        package var silence: Double?

        package init(state: RunStatus.SourceState, isLive: Bool, hasMedia: Bool, silence: Double?) {
            (self.state, self.isLive, self.hasMedia, self.silence) = (state, isLive, hasMedia, silence)
        }

        /// Whether the stages below may have to wait for this source.
        var isAwaited: Bool { state == .lost || state == .retrying || silence == nil && state != .ended }
    }

    /// The time without a payload after which a source hangs, in seconds. Longer than the longest `lost-after`, after
    /// which sources report their loss.
    package static let silence = 75.0

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

    /// Returns the names of the sources that hang. `isBlocked` is whether messages wait for any stage.
    package static func hangingSources(_ sources: [String: SourceActivity], isBlocked: Bool) -> [String] {
        sources.filter { _, source in
            guard source.state == .running || source.state == .stalled, source.hasMedia else { return false }
            // Files are not read while the stages below process the data that were read.
            return (source.silence ?? 0) >= silence && (source.isLive || !isBlocked)
        }.keys.sorted()
    }

    /// Returns the names of the stages that have stalled since the last call, and of the sources that hang.
    package mutating func stalls(in status: RunStatus) -> [String] {
        let stalled = stalledStages(in: status)
        return stalled + Self.hangingSources(in: status).filter { !stalled.contains($0) }
    }

    /// Returns the names of the stages that have stalled since the last call.
    mutating func stalledStages(in status: RunStatus) -> [String] {
        let activities = status.stages.map { stage in
            (stage.name, Activity(received: stage.received, sent: stage.sent, queued: stage.queued))
        }
        let stalled = stalledStages(Dictionary(activities) { first, _ in first })
        let isExplained =
            Self.sources(in: status).contains { $0.value.isAwaited } || status.pushes.contains(where: \.isFailing)
        return isExplained ? [] : stalled
    }

    /// Returns the names of the sources that hang.
    static func hangingSources(in status: RunStatus) -> [String] {
        guard status.phase == .running else { return [] }
        return hangingSources(sources(in: status), isBlocked: status.stages.contains { $0.queued > 0 })
    }

    private static func sources(in status: RunStatus) -> [String: SourceActivity] {
        let sources = status.sources.map { source in
            let tracks = status.stages.first { $0.name == source.stage }?.tracks ?? []
            let hasMedia = tracks.contains { ["audio", "video"].contains($0.mediaType) && !$0.hasEnded }
            return (
                source.stage,
                SourceActivity(
                    state: source.state, isLive: source.isLive, hasMedia: hasMedia,
                    silence: source.lastFrameTime.map { status.time - $0 })
            )
        }
        return Dictionary(sources) { first, _ in first }
    }
}
