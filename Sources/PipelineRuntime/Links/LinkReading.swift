import Media

/// A snapshot of the fill levels and counters of a link.
struct LinkReading: Sendable {
    var queued: Int
    var highWater: [HighWaterMark]
    /// Whether the limits of the lead apply to each input.
    var mayLead: [Bool]
    var received: BatchMeasure
    var discarded: Int
    /// The time that the consumer spent waiting for messages.
    var waited: Duration
}
