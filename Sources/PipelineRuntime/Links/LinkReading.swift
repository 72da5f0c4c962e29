import Media

/// A snapshot of the fill levels and counters of a link.
struct LinkReading: Sendable {
    var queued: Int
    var highWater: [HighWaterMark]
    /// The present fill level of the fullest track of each input.
    var current: [HighWaterMark.Batch]
    /// Whether the limits of the lead apply to each input.
    var mayLead: [Bool]
    var received: BatchMeasure
    var discarded: Int
    /// The time that the consumer spent waiting for messages, including the present wait.
    var waited: Duration
    /// The media that the link stopped waiting for.
    var overdue: [AwaitedMedia] = []
}
