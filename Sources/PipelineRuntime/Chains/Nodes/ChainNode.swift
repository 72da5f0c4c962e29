import Media
import StageKit
import Synchronization

/// A stage, or a link below one, inside a task. Nodes call each other without a queue between them.
class ChainNode {
    private static let serials = Atomic<Int>(0)
    /// A number that is unique within the process.
    let serial = ChainNode.serials.add(1, ordering: .relaxed).newValue
    /// The run-wide number of the stage that the node runs or feeds.
    var stage: Int
    let chainEffects: ChainEffects
    /// The chain indices of the upstream nodes; empty when requests leave the chain.
    let parents: [Int]
    var counters = StageCounters()
    /// Whether a replacement stage continues the output, which therefore stays open when this node ends.
    var isContinued = false

    init(stage: Int, board: ChainEffects, parents: [Int]) {
        self.stage = stage
        self.chainEffects = board
        self.parents = parents
    }

    /// Emits any remaining messages; the upstream nodes have finished.
    func finish() throws(StageFailure) {}
    /// Handles a wake-up that the stage requested.
    func wake(at now: MediaTime) throws(StageFailure) {}
    /// Ends the inputs that this node feeds in other tasks.
    func end(failed: Bool) {}
    /// Handles an upstream request.
    func handle(_ request: UpstreamRequest) throws(StageFailure) { chainEffects.route(request, to: parents) }
    /// Stops sending to the nodes of these stages.
    func detach(_ stages: Set<Int>) {}
    /// Whether the node returns at once, so that it may run on a thread that offers messages.
    var isImmediate: Bool { true }
    /// The media position of a source or a processor; nil for other nodes.
    var position: MediaPosition? { nil }
    /// The tracks that the stage has sent; empty for links.
    var tracks: [TrackCounters.Entry] { [] }
    /// The time of the last payload of a source or a processor; nil before it and for other nodes.
    var lastPayload: MonotonicTime? { nil }
    /// Whether every track has reached the configured duration of the run.
    var hasReachedDuration: Bool { false }
}

/// Sends a batch to every node. When a node fails, the others still receive the batch; then the first failure is
/// thrown.
func forward<Content: Payload>(
    _ batch: Batch<Content>, to nodes: [ReceivingNode<Content>]
) throws(StageFailure) {
    var failure: StageFailure?
    for node in nodes {
        do throws(StageFailure) { try node.receive(batch) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
}
