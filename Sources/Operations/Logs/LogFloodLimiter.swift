import Media

/// Limits the events about one kind of problem of one stage, and counts the others.
struct LogFloodLimiter {
    /// The maximum number of events of one kind in a period.
    static let limit = 10
    static let period = Duration.seconds(60)
    /// The maximum number of counted kinds.
    private static let maxKeys = 1000

    private struct Key: Hashable {
        var pipeline: String?
        var stage: String
        var code: String
    }
    private struct Count {
        var start: MonotonicTime
        var events = 0
        var suppressed = 0
        var level: LogLevel
    }

    private var counts: [Key: Count] = [:]

    /// Returns whether an event is logged. Events without a stage and a code always are.
    mutating func admits(_ event: LogEvent, at time: MonotonicTime) -> Bool {
        guard let stage = event.stage, case .text(let code) = event[.code], event.kind != .pipelineFailed else {
            return true
        }
        let key = Key(pipeline: event.pipeline, stage: stage, code: code)
        guard counts[key] != nil || counts.count < Self.maxKeys else { return true }
        var count = counts[key] ?? Count(start: time, level: event.level)
        count.events += 1
        if count.events > Self.limit { count.suppressed += 1 }
        counts[key] = count
        return count.events <= Self.limit
    }

    /// Ends the periods that are over at `time`, or all of them. Returns one event for each kind with suppressed
    /// events.
    mutating func suppressed(at time: MonotonicTime, wall: WallTime, isEnd: Bool = false) -> [LogEvent] {
        let over = counts.filter { isEnd || time - $0.value.start >= Self.period }
        for key in over.keys { counts[key] = nil }
        return over.filter { $0.value.suppressed > 0 }.sorted { $0.value.start < $1.value.start }.map { key, count in
            LogEvent(
                .logSuppressed, "\(count.suppressed) more events with the code \(key.code)", pipeline: key.pipeline,
                stage: key.stage, fields: [LogField(.code, key.code), LogField(.count, count.suppressed)],
                level: count.level, at: wall)
        }
    }
}
