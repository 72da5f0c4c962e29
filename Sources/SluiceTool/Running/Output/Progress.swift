import Media
import Operations
import PipelineRuntime
import StageKit

/// The progress of a run.
struct Progress {
    /// The position of the slowest stage in media time, in seconds.
    var position: Double
    /// The total duration in media time, in seconds; nil if unknown.
    var duration: Double?
    /// The wall-clock time since the run started, in seconds.
    var elapsed: Double
    var segments: Int
    var dropped: Int

    /// The speed relative to real time; nil during the first 0.05 s.
    var speed: Double? {
        guard elapsed > 0.05, position > 0 else { return nil }
        return position / elapsed
    }

    /// The estimated remaining wall-clock time, in seconds; nil if unknown.
    var left: Double? {
        guard let duration, let speed, speed > 0 else { return nil }
        return max(0, (duration - position) / speed)
    }

    /// The completed fraction; nil if the duration is unknown.
    var fraction: Double? { duration.flatMap { $0 > 0 ? position / $0 : nil } }

    /// A line of a terminal such as `[####------] 41 %, 0:12.4 of 0:30.0, 8.2 × real time, 4 segments, 2 s left`.
    func line(columns: Int) -> String { ProgressBar.line(fraction: fraction, facts: facts, columns: columns) }

    /// The figures such as `0:12.4 of 0:30.0, 8.2 × real time, 4 segments, 2 s left`.
    var text: String { facts.joined(separator: ", ") }

    private var facts: [String] {
        var parts = [FigureText.clock(position) + (duration.map { " of \(FigureText.clock($0))" } ?? "")]
        if let speed { parts.append(FigureText.speed(speed)) }
        parts.append(FigureText.count(segments, "segment"))
        if dropped > 0 { parts.append("\(FigureText.count(dropped, "frame")) dropped") }
        if let left { parts.append("\(FigureText.span(left)) left") }
        return parts
    }

    /// The figures as fields of a log event.
    var fields: [LogField] {
        var fields = [LogField(.positionSeconds, position), LogField(.wallSeconds, elapsed)]
        if let duration { fields.append(LogField(.durationSeconds, duration)) }
        if let speed { fields.append(LogField(.speedRatio, speed)) }
        return fields + [LogField(.segments, segments), LogField(.dropped, dropped)]
    }

    init(_ report: RunStatus, plan: PipelinePlan, limit: MediaTime?) {
        // The slowest stage determines the progress: audio is decoded long before the video is encoded.
        position = report.stages.compactMap(\.position).min() ?? report.sources.compactMap(\.position).max() ?? 0
        let announced = report.sources.compactMap(\.duration).max()
        duration = [announced, limit?.seconds].compactMap { $0 }.min()
        let figures = RunFigures(report)
        elapsed = figures.wallSeconds
        segments = figures.segments
        dropped = figures.dropped
    }
}
