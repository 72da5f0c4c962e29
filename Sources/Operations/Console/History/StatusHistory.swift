import Media
import PipelineRuntime

/// The figures of a run during the last hour, its newest segments and its newest events.
///
/// Memory is bounded: 256 series of 720 samples, 60 segments of each of 64 renditions, and 200 events of 1000 characters.
struct StatusHistory: Sendable {
    /// The time between two samples.
    static let interval = Duration.seconds(5)
    /// The number of samples in an hour.
    static let capacity = 720
    static let (seriesLimit, renditionLimit, segmentLimit, eventLimit) = (256, 64, 60, 200)
    /// The maximum number of characters in a name or a message.
    static let textLimit = 1000

    /// A figure over time. A missing sample is NaN.
    private struct Series {
        var samples = [Float](repeating: .nan, count: StatusHistory.capacity)
        /// The number of the newest sample.
        var newest = 0
    }

    /// A published segment.
    struct PublishedFile: Sendable, Codable {
        /// The media duration.
        var seconds: Double
        var bytes: Int
    }

    /// An event for the log.
    struct LoggedEvent: Sendable, Codable {
        var id: Int
        /// Seconds since 1970.
        var time: Double
        /// `note`, `warning` or `error`.
        var severity: String
        /// The name of the stage or, for events of the run, of the pipeline.
        var stage: String
        var code: String
        var message: String
    }

    /// The number of samples so far.
    private(set) var next = 0
    private var series: [String: Series] = [:]
    private(set) var segments: [String: [PublishedFile]] = [:]
    private(set) var events: [LoggedEvent] = []
    private var eventCount = 0
    private var previous: RunStatus?

    init() {}

    /// Adds a sample of each figure of the status.
    mutating func record(_ status: RunStatus) {
        let figures = StatusFigures(status, after: previous, segments: segments)
        previous = status
        let slot = next % Self.capacity
        for name in series.keys { series[name]?.samples[slot] = .nan }
        for (name, value) in figures.values where value.isFinite {
            guard series[name] != nil || series.count < Self.seriesLimit else { continue }
            series[name, default: Series()].samples[slot] = Float(value)
            series[name]?.newest = next
        }
        next += 1
        // A reload can replace stages and renditions.
        series = series.filter { next - $0.value.newest < Self.capacity }
    }

    /// Adds a published segment to its rendition.
    mutating func record(_ segment: PublishedSegment) {
        let key = "\(segment.sink)/\(segment.rendition)"
        guard segments[key] != nil || segments.count < Self.renditionLimit else { return }
        let file = PublishedFile(seconds: segment.duration.seconds, bytes: segment.byteCount)
        segments[key, default: []] = (segments[key] ?? []).suffix(Self.segmentLimit - 1) + [file]
    }

    /// Adds an event to the log.
    mutating func record(severity: String, stage: String, code: String, _ message: String, at time: WallTime) {
        events = events.suffix(Self.eventLimit - 1)
        events.append(
            LoggedEvent(
                id: eventCount, time: Double(time.milliseconds) / 1000, severity: severity,
                stage: String(stage.prefix(Self.textLimit)), code: code, message: String(message.prefix(Self.textLimit))
            ))
        eventCount += 1
    }

    /// Returns the samples of each figure from the number `first` on; nil for missing samples.
    func samples(from first: Int) -> [String: [Double?]] {
        let numbers = max(first, oldest)..<max(first, oldest, next)
        return series.mapValues { series in
            numbers.map { number in
                let value = series.samples[number % Self.capacity]
                // Three decimal places; nothing is drawn more precisely.
                return value.isNaN ? nil : (Double(value) * 1000).rounded() / 1000
            }
        }
    }

    /// The number of the oldest sample that is kept.
    var oldest: Int { max(0, next - Self.capacity) }
}
