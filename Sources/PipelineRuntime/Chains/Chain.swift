import Media
import StageKit
import Synchronization

/// The transforms that run in one task, the links below them, and the lock that makes them one.
///
/// Requests come from other tasks, and a source may give messages from several; whoever comes runs the nodes itself.
final class Chain: Sendable {
    /// A link below and which of its inputs this chain feeds.
    struct Leaf: Sendable {
        let link: any AnyLink
        let input: Int
    }

    private struct State {
        /// Whether the nodes have finished or failed.
        var isOver = false
    }

    private let lock = Mutex(State())
    // Safe because nodes and board are touched only while `lock` is held, once the chain is made.
    nonisolated(unsafe) private var nodes: [ChainNode?]
    nonisolated(unsafe) let board: ChainBoard
    private let leaves: Mutex<[Leaf]>
    private let published = Mutex<[NodeReading]>([])
    private let status: RunStatus
    /// Where requests go that leave the chain.
    let outgoing = RequestPath()

    /// When its nodes want to be called.
    private let alarms: Alarms

    /// A chain of nodes in the order of flow.
    init(nodes: [ChainNode], board: ChainBoard, leaves: [Leaf], status: RunStatus, clock: PipelineClock) {
        alarms = Alarms(clock)
        self.nodes = nodes
        self.board = board
        self.leaves = Mutex(leaves)
        self.status = status
    }

    /// What came out of running the nodes that others have to act on.
    private struct Outcome: Sendable {
        var failure: StageFailure?
        var requests: [UpstreamRequest] = []
        var problems: [(stage: Int, problem: Problem)] = []
        var figures: [(stage: Int, name: String, value: Double)] = []
        var alarms: [(node: Int, wake: Alarms.Wake)] = []
        var needsRoom = false
        var wasOver = false
    }

    /// Runs nodes; true when a link below is full and the caller should wait for room.
    func run(_ body: () throws(StageFailure) -> Void) throws(RunEnded) -> Bool {
        let outcome = lock.withLock { state in
            if state.isOver { return Outcome(wasOver: true) }
            return perform(&state, body)
        }
        if outcome.wasOver || status.isAborted { throw RunEnded() }
        try act(on: outcome)
        return outcome.needsRoom
    }

    /// Suspends while a link below is full.
    func waitForRoom() async throws {
        for leaf in leaves.withLock({ $0 }) { try await leaf.link.waitForRoom(leaf.input) }
    }

    /// Finishes every transform where the run goes well, once; then tells the stages below that no more comes.
    func end(failed: Bool) {
        var failed = failed
        if !failed {
            do {
                _ = try run { () throws(StageFailure) in
                    for case let node? in nodes where !node.isContinued { try node.finish() }
                }
            } catch {
                failed = true
            }
        }
        lock.withLock { state in
            state.isOver = true
            for case let node? in nodes { node.end(failed: failed) }
        }
        alarms.stop()
    }

    /// Calls a node whose time has come; what is not there any more is not called.
    private func wake(_ serial: Int, at now: MediaTime) async {
        let isFull = try? run { () throws(StageFailure) in
            for case let node? in nodes where node.serial == serial { try node.wake(at: now) }
        }
        // A failure has been told, and ends the run.
        if isFull == true { try? await waitForRoom() }
    }

    /// Answers a request that reaches the node at a place from below.
    func receive(_ request: UpstreamRequest, at place: Int) {
        let outcome = lock.withLock { state in
            if state.isOver { return Outcome(wasOver: true) }
            return perform(&state) { board.ask(request, at: [place]) }
        }
        try? act(on: outcome)
    }

    /// Raises a signal once the source got as far as the run is meant to go.
    func raiseAtDuration(_ stop: StopSignal) {
        if lock.withLock({ _ in nodes.first??.hasReachedDuration ?? false }) { stop.raise() }
    }

    /// What the nodes have done; while they are at work, what they had done a moment ago.
    var readings: [NodeReading] {
        if let now = lock.withLockIfAvailable({ _ in read() }) { return now }
        return published.withLock { $0 }
    }

    private func read() -> [NodeReading] {
        nodes.compactMap { $0 }.map {
            NodeReading(stage: $0.stage, counters: $0.counters, held: $0.held, position: $0.position)
        }
    }

    /// Leaves the readings where they can be had while nodes are at work.
    private func publish(at time: UInt64) {
        board.published = time
        let readings = read()
        published.withLock { $0 = readings }
    }

    /// Changes the nodes between two batches; does nothing when they have finished.
    func change(_ body: (inout [ChainNode?]) throws(StageFailure) -> Void) {
        let outcome = lock.withLock { state in
            if state.isOver { return Outcome(wasOver: true) }
            return perform(&state) { () throws(StageFailure) in try body(&nodes) }
        }
        try? act(on: outcome)
    }

    /// Whether the nodes have finished or failed.
    var isOver: Bool { lock.withLock { $0.isOver } }
    /// How many places there are.
    var placeCount: Int { lock.withLock { _ in nodes.count } }
    func add(_ added: [Leaf]) { leaves.withLock { $0 += added } }
    func removeLeaves(to stages: Set<Int>) {
        leaves.withLock { $0.removeAll { stages.contains($0.link.consumer) } }
    }

    private func perform(_ state: inout State, _ body: () throws(StageFailure) -> Void) -> Outcome {
        var outcome = Outcome()
        board.stamp = Clock.now
        do throws(StageFailure) {
            try body()
            if !board.requests.isEmpty { try answerRequests() }
        } catch {
            state.isOver = true
            outcome.failure = error
        }
        outcome.needsRoom = board.needsRoom
        board.needsRoom = false
        if !board.isClear { clear(into: &outcome) }
        if board.stamp &- board.published > 50_000_000 { publish(at: board.stamp) }
        return outcome
    }

    /// Takes requests up from node to node.
    private func answerRequests() throws(StageFailure) {
        var answered = 0
        while let (place, request) = board.requests.first {
            board.requests.removeFirst()
            answered += 1
            // Answers may cause new requests; two stages that ask each other for ever are stopped here.
            if answered > 1000 { return board.requests.removeAll() }
            if nodes.indices.contains(place) { try nodes[place]?.answer(request) }
        }
    }

    private func clear(into outcome: inout Outcome) {
        swap(&outcome.requests, &board.outgoing)
        swap(&outcome.problems, &board.problems)
        swap(&outcome.figures, &board.figures)
        swap(&outcome.alarms, &board.alarms)
        board.requests.removeAll()
    }

    private func act(on outcome: Outcome) throws(RunEnded) {
        for (stage, problem) in outcome.problems { status.report(problem, from: stage) }
        for (stage, name, value) in outcome.figures { status.measure(name, value, of: stage) }
        for request in outcome.requests { outgoing.send(request) }
        if !outcome.alarms.isEmpty { alarms.set(outcome.alarms) { [weak self] in await self?.wake($0, at: $1) } }
        if let failure = outcome.failure {
            status.fail(failure.stage, failure.error)
            throw RunEnded()
        }
    }
}

/// What a node has done.
struct NodeReading: Sendable {
    let stage: Int
    let counters: StageCounters
    /// Messages waiting inside.
    let held: Int
    let position: MediaPosition?
}

/// Where a task puts messages into its chain.
final class ChainInput<Content: Payload>: Sendable {
    let chain: Chain
    // Safe because the node is one of the chain's and runs only inside `chain.run`.
    nonisolated(unsafe) private let root: ReceivingNode<Content>

    init(chain: Chain, root: ReceivingNode<Content>) {
        self.chain = chain
        self.root = root
    }

    /// Runs the chain with these messages; true when the caller should wait for room.
    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    func give(_ messages: [Message<Content>]) throws(RunEnded) -> Bool {
        try chain.run { () throws(StageFailure) in try root.receive(Batch(messages)) }
    }
}
