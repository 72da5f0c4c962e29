import Media
import StageKit
import Synchronization
import SystemTime

/// The transforms that run in one task, the links below them, and the lock that serializes them.
///
/// Upstream requests arrive from other tasks, and a source may send from several tasks. The calling task runs the nodes
/// itself, under the lock.
final class Chain: Sendable {
    /// A link fed by this chain, and the index of the input that the chain feeds.
    struct Leaf: Sendable {
        let link: any AnyLink
        let input: Int
    }

    private struct State {
        /// Whether the nodes have finished or failed.
        var hasEnded = false
    }

    private static let publicationInterval = Duration.milliseconds(50)

    private let lock = Mutex(State())
    // Safe because nodes and effects are accessed only while `lock` is held, once the chain is initialized.
    nonisolated(unsafe) private var nodes: [ChainNode?]
    nonisolated(unsafe) let chainEffects: ChainEffects
    private let leaves: Mutex<[Leaf]>
    /// Whether all nodes return at once, so that offered messages need no queue above them. Changed under the lock.
    private let isImmediate: Atomic<Bool>
    private let published = Mutex<[NodeReading]>([])
    private let monitor: RunMonitor
    /// The receivers of upstream requests that leave the chain.
    let outgoing = RequestRouter()

    /// The pending wake-ups of its nodes.
    private let wakeUpTimer: WakeUpTimer

    /// Creates a chain; `nodes` are in the order of flow.
    init(nodes: [ChainNode], board: ChainEffects, leaves: [Leaf], monitor: RunMonitor, clock: any MediaClock) {
        wakeUpTimer = WakeUpTimer(clock)
        self.nodes = nodes
        self.chainEffects = board
        self.leaves = Mutex(leaves)
        isImmediate = Atomic(nodes.allSatisfy(\.isImmediate))
        self.monitor = monitor
    }

    /// The results of running the nodes that the chain handles after it has released the lock.
    private struct Outcome: Sendable {
        var failure: StageFailure?
        var requests: [UpstreamRequest] = []
        var problems: [(stage: Int, problem: Problem)] = []
        var figures: [(stage: Int, name: String, value: Double)] = []
        var wakeUps: [(node: Int, wake: WakeUpTimer.Wake)] = []
        var needsSpace = false
        var hadEnded = false
    }

    /// Runs nodes under the lock. Returns true when a link below is full and the caller should call ``waitForSpace()``.
    /// Throws `RunEndedError` when the chain has ended or a node fails.
    func run(_ body: () throws(StageFailure) -> Void) throws(RunEndedError) -> Bool {
        let outcome = lock.withLock { state in
            if state.hasEnded { return Outcome(hadEnded: true) }
            return perform(&state, body)
        }
        if outcome.hadEnded || monitor.isAborted { throw RunEndedError() }
        try apply(outcome)
        return outcome.needsSpace
    }

    /// Suspends while a link below is full.
    func waitForSpace() async throws {
        for leaf in leaves.withLock({ $0 }) { try await leaf.link.waitForSpace(leaf.input) }
    }

    /// Whether the offering thread may run the nodes. The answer is certain only inside ``run(_:)``.
    var runsOffers: Bool { isImmediate.load(ordering: .relaxed) }

    /// Whether the queue of a track is full in any link below.
    func isFull(_ track: Track.ID?) -> Bool {
        leaves.withLock { $0 }.contains { $0.link.isFull($0.input, track) }
    }

    /// Blocks the calling thread while the queue of a track is full in a link below.
    func blockForSpace(_ track: Track.ID?, unless isClosed: @escaping @Sendable () -> Bool) {
        for leaf in leaves.withLock({ $0 }) { leaf.link.blockForSpace(leaf.input, track, unless: isClosed) }
    }

    /// Makes threads that wait in ``blockForSpace(_:unless:)`` evaluate their condition again.
    func wakeBlockedThreads() { for leaf in leaves.withLock({ $0 }) { leaf.link.wakeWaiters() } }

    /// Finishes every transform once unless the run failed, then ends the inputs of the stages below.
    func end(failed: Bool) {
        var failed = failed
        if !failed {
            do {
                _ = try run { () throws(StageFailure) in
                    (chainEffects.stopMode, chainEffects.isStopped) = (monitor.stopMode, monitor.isStopped)
                    for case let node? in nodes where !node.isContinued { try node.finish() }
                }
            } catch {
                failed = true
            }
        }
        lock.withLock { state in
            state.hasEnded = true
            for case let node? in nodes { node.end(failed: failed) }
        }
        wakeUpTimer.stop()
    }

    /// Wakes a node; does nothing when the node has been removed since.
    private func wake(_ serial: Int, at now: MediaTime) async {
        let isFull = try? run { () throws(StageFailure) in
            for case let node? in nodes where node.serial == serial { try node.wake(at: now) }
        }
        // `run` has reported the failure already, and the failure ends the run.
        if isFull == true { try? await waitForSpace() }
    }

    /// Handles an upstream request that reaches the node at index `place` from below.
    func receive(_ request: UpstreamRequest, at place: Int) {
        let outcome = lock.withLock { state in
            if state.hasEnded { return Outcome(hadEnded: true) }
            return perform(&state) { chainEffects.route(request, to: [place]) }
        }
        try? apply(outcome)
    }

    /// Whether every track of the source has reached the configured duration of the run.
    var hasReachedDuration: Bool { lock.withLock { _ in nodes.first??.hasReachedDuration ?? false } }

    /// The current readings of the nodes; the last published ones while the nodes are running.
    var readings: [NodeReading] {
        if let now = lock.withLockIfAvailable({ _ in read() }) { return now }
        return published.withLock { $0 }
    }

    private func read() -> [NodeReading] {
        nodes.compactMap { $0 }.map {
            NodeReading(
                stage: $0.stage, counters: $0.counters, position: $0.position, tracks: $0.tracks,
                lastPayload: $0.lastPayload)
        }
    }

    /// Publishes the readings, so that they are available while nodes are running.
    private func publish(at time: MonotonicTime) {
        chainEffects.published = time
        let readings = read()
        published.withLock { $0 = readings }
    }

    /// Modifies the nodes between two batches; does nothing when the chain has ended.
    func change(_ body: (inout [ChainNode?]) throws(StageFailure) -> Void) {
        let outcome = lock.withLock { state in
            if state.hasEnded { return Outcome(hadEnded: true) }
            return perform(&state) { () throws(StageFailure) in
                defer { isImmediate.store(nodes.allSatisfy { $0?.isImmediate ?? true }, ordering: .relaxed) }
                try body(&nodes)
            }
        }
        try? apply(outcome)
    }

    /// Whether the nodes have finished or failed.
    var hasEnded: Bool { lock.withLock { $0.hasEnded } }
    /// The number of node slots, including the slots of removed nodes.
    var slotCount: Int { lock.withLock { _ in nodes.count } }
    func add(_ added: [Leaf]) { leaves.withLock { $0 += added } }
    func removeLeaves(to stages: Set<Int>) {
        leaves.withLock { $0.removeAll { stages.contains($0.link.consumer) } }
    }

    private func perform(_ state: inout State, _ body: () throws(StageFailure) -> Void) -> Outcome {
        var outcome = Outcome()
        chainEffects.stamp = SystemClock.now
        do throws(StageFailure) {
            try body()
            if !chainEffects.requests.isEmpty { try handleRequests() }
        } catch {
            state.hasEnded = true
            outcome.failure = error
        }
        outcome.needsSpace = chainEffects.needsSpace
        chainEffects.needsSpace = false
        if !chainEffects.isClear { moveEffects(into: &outcome) }
        if chainEffects.stamp - chainEffects.published > Self.publicationInterval { publish(at: chainEffects.stamp) }
        return outcome
    }

    /// Passes upstream requests from node to node.
    private func handleRequests() throws(StageFailure) {
        var answered = 0
        while let (place, request) = chainEffects.requests.first {
            chainEffects.requests.removeFirst()
            answered += 1
            // An answer may cause new requests; the limit breaks a cycle of two stages that request from each other.
            if answered > 1000 { return chainEffects.requests.removeAll() }
            if nodes.indices.contains(place) { try nodes[place]?.handle(request) }
        }
    }

    private func moveEffects(into outcome: inout Outcome) {
        swap(&outcome.requests, &chainEffects.outgoing)
        swap(&outcome.problems, &chainEffects.problems)
        swap(&outcome.figures, &chainEffects.figures)
        swap(&outcome.wakeUps, &chainEffects.wakeUps)
        chainEffects.requests.removeAll()
    }

    private func apply(_ outcome: Outcome) throws(RunEndedError) {
        for (stage, problem) in outcome.problems { monitor.report(problem, from: stage) }
        for (stage, name, value) in outcome.figures { monitor.measure(name, value, of: stage) }
        for request in outcome.requests { outgoing.send(request) }
        if !outcome.wakeUps.isEmpty { wakeUpTimer.set(outcome.wakeUps) { [weak self] in await self?.wake($0, at: $1) } }
        if let failure = outcome.failure {
            monitor.fail(failure.stage, failure.error)
            throw RunEndedError()
        }
    }
}
