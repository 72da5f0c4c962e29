import Media
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

    /// A line such as `0:12.4 of 0:30.0, 8.2x real time, 4 segments, 2 s left`.
    var text: String {
        var parts = [Self.clock(position) + (duration.map { " of \(Self.clock($0))" } ?? "")]
        if let speed { parts.append("\(Self.decimal(speed))x real time") }
        parts.append("\(segments) segment\(segments == 1 ? "" : "s")")
        if dropped > 0 { parts.append("\(dropped) dropped") }
        if let left { parts.append("\(Self.span(left)) left") }
        return parts.joined(separator: ", ")
    }

    /// Formats a time as minutes and seconds, with hours if there are any.
    static func clock(_ seconds: Double) -> String {
        let tenths = Int64(max(0, min(seconds, 1e9)) * 10)
        let (hours, minutes, seconds) = (tenths / 36_000, tenths / 600 % 60, tenths / 10 % 60)
        let head = hours > 0 ? "\(hours):\(padded(minutes))" : "\(minutes)"
        return "\(head):\(padded(seconds)).\(tenths % 10)"
    }

    init(_ report: RunStatus, plan: PipelinePlan, limit: MediaTime?) {
        // The slowest stage determines the progress: audio is decoded long before the video is encoded.
        position = report.stages.compactMap(\.position).min() ?? report.sources.compactMap(\.position).max() ?? 0
        let announced = report.sources.compactMap(\.duration).max()
        duration = [announced, limit?.seconds].compactMap { $0 }.min()
        elapsed = report.wallSeconds
        segments = zip(report.stages, plan.stages)
            .filter { $1.description.outputName == Segment.payloadName }
            .reduce(0) { $0 + $1.0.sent - $1.0.headers }
        dropped = report.stages.reduce(0) { $0 + $1.dropped }
    }

    private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func decimal(_ number: Double) -> String {
        if number >= 100 { return String(Int64(min(number, 1e9).rounded())) }
        let tenths = Int64((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Formats a duration, such as `12 s` or `1 h 5 min`.
    static func span(_ seconds: Double) -> String {
        let whole = Int64(min(seconds, 1e9).rounded(.up))
        if whole < 60 { return "\(whole) s" }
        return whole < 3600 ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3600) h \(whole / 60 % 60) min"
    }
}
