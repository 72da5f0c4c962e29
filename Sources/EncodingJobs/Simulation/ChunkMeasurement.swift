import Media

/// The measured times of a job's tasks.
package struct ChunkMeasurement: Sendable, Hashable, Codable {
    /// The seconds of work for each second of media, one value for each measured chunk.
    package var rates: [Double]
    /// The seconds of work of the tasks for whole tracks.
    package var wholeSeconds: [Double]
    /// The seconds that a task takes in addition to its work: starting, loading the plan, and the engine.
    package var overheadSeconds: Double
    /// The duration of the media, and of one segment, in seconds.
    package var mediaSeconds: Double
    package var segmentSeconds: Double

    package init(
        rates: [Double], wholeSeconds: [Double], overheadSeconds: Double, mediaSeconds: Double, segmentSeconds: Double
    ) {
        (self.rates, self.wholeSeconds, self.overheadSeconds) = (rates, wholeSeconds, overheadSeconds)
        (self.mediaSeconds, self.segmentSeconds) = (mediaSeconds, segmentSeconds)
    }

    /// Returns the times of the tasks that are done; nil without a chunk with media.
    package init?(_ plan: JobPlan, _ reports: [TaskReport], overheadSeconds: Double) {
        var (rates, whole): ([Double], [Double]) = ([], [])
        for report in reports where plan.tasks.indices.contains(report.task) && report.wallSeconds > 0 {
            let task = plan.tasks[report.task]
            guard task.kind == .chunk else {
                whole.append(report.wallSeconds)
                continue
            }
            let length = (task.end.isIndefinite ? plan.duration : task.end) - task.start
            if length > .zero { rates.append(report.wallSeconds / length.seconds) }
        }
        guard !rates.isEmpty, plan.duration > .zero else { return nil }
        self.init(
            rates: rates, wholeSeconds: whole, overheadSeconds: overheadSeconds, mediaSeconds: plan.duration.seconds,
            segmentSeconds: plan.interval.seconds)
    }

    /// Returns the seconds of work of all tasks with chunks of a number of segments. Chunks that were not measured have
    /// the rates of randomly selected measured ones.
    func tasks(segmentsPerChunk: Int, _ random: inout JobRandom) -> [Double] {
        let length = Double(segmentsPerChunk) * segmentSeconds
        let count = Int(max(1, min((mediaSeconds / length).rounded(.up), Double(JobPlanner.maximumTaskCount))))
        let chunks = (0..<count).map { index in
            let part = min(length, mediaSeconds - Double(index) * length)
            return max(0, part) * rates[Int.random(in: 0..<rates.count, using: &random)]
        }
        return wholeSeconds + chunks
    }
}
