import Media
import StageKit
import Synchronization

/// An error and the stage that threw it.
struct StageFailure: Error {
    /// The run-wide number of the stage.
    let stage: Int
    let error: any Error
}

/// The payloads that a stage received and sent, and its processing time.
struct StageCounters: Sendable {
    /// Payloads received.
    var received = 0
    /// Payloads sent.
    var sent = 0
    /// Payloads sent that only describe media, such as initialization segments.
    var headers = 0
    var bytes = 0
    /// Time inside the stage's code, in nanoseconds.
    var busy: UInt64 = 0

    mutating func add(sent measure: BatchMeasure) {
        sent += measure.payloads
        headers += measure.headers
        bytes += measure.bytes
    }
}

/// The effects of the nodes of a chain, collected while they run and handled by the chain afterwards.
final class ChainEffects {
    /// Requests on their way upstream, each with the chain index of the node that answers next.
    var requests: [(place: Int, request: UpstreamRequest)] = []
    /// Requests that leave the chain upstream.
    var outgoing: [UpstreamRequest] = []
    var problems: [(stage: Int, problem: Problem)] = []
    /// Stage measurements; a later value replaces an earlier one of the same name.
    var figures: [(stage: Int, name: String, value: Double)] = []
    /// Requested wake-ups, by the serial numbers of the nodes.
    var wakeUps: [(node: Int, wake: WakeUpTimer.Wake)] = []
    /// Whether a link below is full.
    var needsSpace = false
    /// The start of the processing time of the next node, in nanoseconds of the monotonic clock.
    var stamp: UInt64 = 0
    /// The time of the last publication of the readings, in nanoseconds of the monotonic clock.
    var published: UInt64 = 0

    var isClear: Bool {
        requests.isEmpty && outgoing.isEmpty && problems.isEmpty && figures.isEmpty && wakeUps.isEmpty
    }

    /// Adds the time since the last stamp, in nanoseconds, and restarts the stamp.
    func add(to busy: inout UInt64) {
        let now = Clock.now
        busy += now - stamp
        stamp = now
    }

    func route(_ request: UpstreamRequest, to places: [Int]) {
        if places.isEmpty {
            if !outgoing.contains(request) { outgoing.append(request) }
            return
        }
        for place in places where !requests.contains(where: { $0.place == place && $0.request == request }) {
            requests.append((place, request))
        }
    }
}

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
    /// The number of messages buffered inside the node.
    var bufferedCount: Int { 0 }
    /// The media position of a source or a processor; nil for other nodes.
    var position: MediaPosition? { nil }
    /// Whether every track has reached the configured duration of the run.
    var hasReachedDuration: Bool { false }
}

/// A node that receives payloads of one type.
class ReceivingNode<Content: Payload>: ChainNode {
    func receive(_ batch: Batch<Content>) throws(StageFailure) {}
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
