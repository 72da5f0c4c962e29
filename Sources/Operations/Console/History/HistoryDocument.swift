/// The history of a run as JSON.
struct HistoryDocument: Codable {
    /// Identifies the run, so that a page notices a new one: its start in seconds since 1970.
    var run: Double
    /// The time between two samples, in seconds.
    var interval = Int(StatusHistory.interval.components.seconds)
    /// The maximum number of samples.
    var capacity = StatusHistory.capacity
    /// The number of the first sample of each series.
    var first: Int
    /// The number of the next sample. A request with `?since=` this number returns only later samples.
    var next: Int
    var series: [String: [Double?]]
    /// The newest segments by sink and rendition.
    var segments: [String: [StatusHistory.PublishedFile]]
    /// The newest events, oldest first.
    var log: [StatusHistory.LoggedEvent]

    init(_ history: StatusHistory, run: Double, since number: Int) {
        self.run = run
        // A number of an earlier run may be too large.
        let start = number > history.next ? 0 : number
        first = min(max(start, history.oldest), history.next)
        next = history.next
        series = history.samples(from: first)
        segments = history.segments
        log = history.events
    }
}
