import Media

/// A snapshot of the counters of an outlet.
struct OutletStatus: Sendable {
    /// The number of offered messages in the queue above the chain.
    var queued: Int
    var dropped: [TrackDrops]
    var highWater: HighWaterMark
    /// The present fill level of the queue.
    var current: HighWaterMark.Batch
    /// The time that `send` spent waiting for space, including the present wait.
    var waited: Duration

    struct TrackDrops: Sendable {
        let track: UInt32?
        let count: Int
    }
}
