import Media
import StageKit
import Synchronization

/// An error and the stage it belongs to.
struct StageFailure: Error {
    /// The stage's place in the plan.
    let stage: Int
    let error: any Error
}

/// What a stage took and gave.
struct StageCounters: Sendable {
    /// Payloads taken.
    var received = 0
    /// Payloads given, and their bytes.
    var sent = 0
    /// Of those, payloads that only describe media.
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

/// What the nodes of a chain leave for the chain to act on, once they have run.
final class ChainBoard {
    /// Requests on their way up, each with the place in the chain of the node that is to answer.
    var requests: [(place: Int, request: UpstreamRequest)] = []
    /// Requests that leave the chain.
    var outgoing: [UpstreamRequest] = []
    var problems: [(stage: Int, problem: Problem)] = []
    /// Figures of stages, each in place of the last one of its name.
    var figures: [(stage: Int, name: String, value: Double)] = []
    /// When nodes want to be called, by their serial numbers.
    var alarms: [(node: Int, wake: Alarms.Wake)] = []
    /// Whether a link below is full.
    var needsRoom = false
    /// When the time of the next node begins.
    var stamp: UInt64 = 0
    /// When the readings were last published.
    var published: UInt64 = 0

    var isClear: Bool {
        requests.isEmpty && outgoing.isEmpty && problems.isEmpty && figures.isEmpty && alarms.isEmpty
    }

    /// Adds the time since the last stamp.
    func add(to busy: inout UInt64) {
        let now = Clock.now
        busy += now - stamp
        stamp = now
    }

    func ask(_ request: UpstreamRequest, at places: [Int]) {
        if places.isEmpty {
            if !outgoing.contains(request) { outgoing.append(request) }
            return
        }
        for place in places where !requests.contains(where: { $0.place == place && $0.request == request }) {
            requests.append((place, request))
        }
    }
}

/// A stage, or a link below one, inside a task: nodes call each other without a queue between them.
class ChainNode {
    private static let serials = Atomic<Int>(0)
    /// What no other node of the process has.
    let serial = ChainNode.serials.add(1, ordering: .relaxed).newValue
    /// The number in the run of the stage it runs or feeds.
    var stage: Int
    let board: ChainBoard
    /// The places in the chain of the nodes above; empty where requests leave the chain.
    let parents: [Int]
    var counters = StageCounters()
    /// Whether a stage that takes its place goes on with its output, so that this is not to be closed.
    var isContinued = false

    init(stage: Int, board: ChainBoard, parents: [Int]) {
        self.stage = stage
        self.board = board
        self.parents = parents
    }

    /// Gives on what is left; nodes above have finished.
    func finish() throws(StageFailure) {}
    /// The time has come that the stage asked for.
    func wake(at now: MediaTime) throws(StageFailure) {}
    /// Tells the stages below in other tasks that nothing more comes.
    func end(failed: Bool) {}
    /// Answers a request from below.
    func answer(_ request: UpstreamRequest) throws(StageFailure) { board.ask(request, at: parents) }
    /// Gives nothing more to what belongs to these stages.
    func detach(_ stages: Set<Int>) {}
    /// What is waiting inside, in messages.
    var held: Int { 0 }
    /// How far it is, where it is what a source gives to.
    var position: MediaPosition? { nil }
    /// Whether every track got as far as the run is meant to go.
    var hasReachedDuration: Bool { false }
}

/// A node that takes payloads of one type.
class ReceivingNode<Content: Payload>: ChainNode {
    func receive(_ batch: Batch<Content>) throws(StageFailure) {}
}

/// Gives a batch to every node; the others still get theirs when one fails.
func give<Content: Payload>(
    _ batch: Batch<Content>, to nodes: [ReceivingNode<Content>]
) throws(StageFailure) {
    var failure: StageFailure?
    for node in nodes {
        do throws(StageFailure) { try node.receive(batch) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
}
