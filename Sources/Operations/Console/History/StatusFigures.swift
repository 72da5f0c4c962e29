import PipelineRuntime

/// The figures of a status that the history keeps, by name.
struct StatusFigures {
    private(set) var values: [String: Double] = [:]

    /// - Parameter previous: The status of the sample before, for rates; nil for the first sample.
    init(
        _ status: RunStatus, after previous: RunStatus?,
        segments: [String: [StatusHistory.PublishedFile]]
    ) {
        values["sources.lost"] = Double(status.sources.count { $0.isLost })
        addOutput(status, segments)
        for disk in status.disks { values["disk/\(disk.stage)"] = Double(disk.freeBytes) }
        for store in status.pushes {
            values["push/\(store.stage)"] = Double(store.backlogBytes)
            values["push.backlog", default: 0] += Double(store.backlogBytes)
        }
        for origin in status.origins { values["viewers", default: 0] += Double(origin.distinctViewers) }
        // The counters of a new run begin at 0.
        guard let previous, status.wallSeconds > previous.wallSeconds else { return }
        addRates(status, previous, status.wallSeconds - previous.wallSeconds)
    }

    private mutating func addOutput(_ status: RunStatus, _ segments: [String: [StatusHistory.PublishedFile]]) {
        // Several sinks may publish the same rendition.
        var rates: [String: Double] = [:]
        for rendition in status.renditions {
            let key = "\(rendition.sink)/\(rendition.name)"
            if let delay = rendition.publishDelay { values["output.delay"] = max(values["output.delay"] ?? 0, delay) }
            // The bit rate of a rendition that has stopped is unknown, not that of its last segment.
            guard let last = segments[key]?.last, last.seconds > 0, rendition.age < 3 * last.seconds + 5 else {
                continue
            }
            let rate = Double(last.bytes) * 8 / last.seconds
            values["bits/\(key)"] = rate
            rates[rendition.name] = max(rates[rendition.name] ?? 0, rate)
        }
        if !rates.isEmpty { values["output.bits"] = rates.values.reduce(0, +) }
    }

    private mutating func addRates(_ status: RunStatus, _ previous: RunStatus, _ seconds: Double) {
        values["processor"] = (status.processorSeconds - previous.processorSeconds) / seconds
        let before = Dictionary(previous.stages.map { ($0.name, $0) }) { first, _ in first }
        let sources = Set(status.sources.map(\.stage))
        var dropped = 0
        for stage in status.stages {
            guard let former = before[stage.name], stage.sent >= former.sent else { continue }
            dropped += max(0, stage.dropped - former.dropped)
            if sources.contains(stage.name) {
                values["sent/\(stage.name)"] = Double(stage.sent - former.sent) / seconds
            }
        }
        values["dropped"] = Double(dropped)
    }
}
