/// The counters and the position of one node.
struct NodeReading: Sendable {
    let stage: Int
    let counters: StageCounters
    /// The number of messages buffered inside the node.
    let bufferedCount: Int
    let position: MediaPosition?
}
