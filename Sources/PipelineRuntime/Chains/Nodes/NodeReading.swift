/// The counters and the position of one node.
struct NodeReading: Sendable {
    let stage: Int
    let counters: StageCounters
    let position: MediaPosition?
}
