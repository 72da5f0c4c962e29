import Media

/// The counters, the position and the tracks of one node.
struct NodeReading: Sendable {
    let stage: Int
    let counters: StageCounters
    let position: MediaPosition?
    let tracks: [TrackCounters.Entry]
    /// The time of the last payload that a source or a processor sent.
    let lastPayload: MonotonicTime?
}
