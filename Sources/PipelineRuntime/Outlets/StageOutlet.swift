import Media
import StageKit
import Synchronization

/// An outlet with its payload type erased.
protocol AnyOutlet: AnyObject, Sendable {
    var chain: Chain { get }
    /// Feeds the messages offered by other threads into the chain until the queue is closed and empty.
    func pump() async
    /// Rejects further offers and wakes blocked threads; discards queued messages if `discarding` is true.
    func closeOffers(forgetting: Bool)
    /// Releases the request handler, which may retain the stage.
    func close()
    var outletStatus: OutletStatus { get }
}

/// A snapshot of the counters of an outlet.
struct OutletStatus: Sendable {
    /// The number of messages offered and not yet processed by the chain.
    var queued: Int
    var dropped: [TrackDrops]
    var highWater: HighWaterMark
    /// The time that `send` spent waiting for space, in nanoseconds.
    var waited: UInt64

    struct TrackDrops: Sendable {
        let track: UInt32?
        let count: Int
    }
}

/// The outlet of a source or a processor: runs the transforms below in the caller's task.
final class StageOutlet<Output: Payload>: Outlet, AnyOutlet {
    private let stage: Int
    private let input: ChainInput<Output>
    private let ingress: ConditionLock<OfferQueue<Output>>
    private let wasOffered = Atomic<Bool>(false)
    private let handler = Mutex<(@Sendable (UpstreamRequest) -> Void)?>(nil)
    private let waited = Atomic<UInt64>(0)
    private let status: RunStatus
    /// The receivers of requests that the stage has no handler for; nil for a source.
    private let upstream: RequestRouter?
    private let watch: StageWatchdog
    /// Called after each batch of a run with a duration, to check whether the duration is reached.
    private let afterBatch: (@Sendable () -> Void)?

    init(
        stage: Int, input: ChainInput<Output>, policy: OverflowPolicy, limits: LinkLimits, status: RunStatus,
        upstream: RequestRouter?, watch: StageWatchdog, afterBatch: (@Sendable () -> Void)?
    ) {
        self.stage = stage
        self.input = input
        self.status = status
        self.upstream = upstream
        self.watch = watch
        self.afterBatch = afterBatch
        ingress = ConditionLock(OfferQueue(policy: policy, limits: limits))
    }

    var chain: Chain { input.chain }

    @specialized(where Output == Sample)
    @specialized(where Output == Frame)
    func send(_ messages: [Message<Output>]) async throws {
        watch.willSend()
        defer { watch.didSend() }
        // Messages that were offered earlier go first.
        if wasOffered.load(ordering: .acquiring) { try await waitForOffers() }
        try await give(messages)
    }

    @specialized(where Output == Sample)
    @specialized(where Output == Frame)
    func offer(_ message: Message<Output>) -> Bool {
        wasOffered.store(true, ordering: .releasing)
        watch.willSend()
        defer { watch.didSend() }
        while true {
            switch ingress.withLock({ $0.offer(message) }) {
            case .taken, .dropped: return true
            case .closed: return false
            case .full: waitForRoom(message)
            case .overflow:
                fail(message)
                return false
            }
        }
    }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) {
        self.handler.withLock { $0 = handler }
    }

    /// Handles an upstream request.
    func receive(_ request: UpstreamRequest) {
        if let handler = handler.withLock({ $0 }) {
            handler(request)
        } else {
            upstream?.send(request)
        }
    }

    @specialized(where Output == Sample)
    @specialized(where Output == Frame)
    func pump() async {
        var batch: [Message<Output>] = []
        do {
            while try await takeOffers(into: &batch) {
                try await give(batch)
                let count = batch.count
                ingress.withLock { $0.passed += count }
                batch.removeAll(keepingCapacity: true)
            }
        } catch {
            closeOffers(forgetting: true)
        }
    }

    func closeOffers(forgetting: Bool) { ingress.withLock { $0.close(forgetting: forgetting) } }

    func close() { handler.withLock { $0 = nil } }

    var outletStatus: OutletStatus {
        let waited = waited.load(ordering: .relaxed)
        return ingress.withLock { queue in
            OutletStatus(
                queued: queue.count,
                dropped: queue.dropped.map { .init(track: $0.track?.rawValue, count: $0.count) },
                highWater: queue.highWater, waited: waited)
        }
    }

    @specialized(where Output == Sample)
    @specialized(where Output == Frame)
    private func give(_ messages: [Message<Output>]) async throws {
        // A source stops as soon as the run is over; a processor may still send its remaining messages.
        if upstream == nil, status.isOver { throw RunEndedError() }
        let needsRoom = try input.give(messages)
        afterBatch?()
        guard needsRoom else { return }
        let start = Clock.now
        defer { waited.add(Clock.now - start, ordering: .relaxed) }
        try await chain.waitForRoom()
    }

    private func waitForOffers() async throws {
        let accepted = ingress.withLock { $0.accepted }
        try await ingress.wait { $0.passed >= accepted }
    }

    @specialized(where Output == Sample)
    @specialized(where Output == Frame)
    private func takeOffers(into batch: inout [Message<Output>]) async throws -> Bool {
        try await ingress.wait { $0.count > 0 || $0.isClosed }
        ingress.withLock { $0.take(into: &batch) }
        return !batch.isEmpty
    }

    private func waitForRoom(_ message: Message<Output>) {
        guard case .payload(let payload) = message else { return }
        let track = payload.trackID
        ingress.block { $0.isClosed || !$0.isFull(for: track) }
    }

    private func fail(_ message: Message<Output>) {
        closeOffers(forgetting: false)
        var track = ""
        if case .payload(let payload) = message, let id = payload.trackID { track = " for track \(id.rawValue)" }
        status.fail(
            stage,
            StageError(
                .limitReached,
                "the link below is full\(track) and 'when-full' is 'fail'; use 'wait' or 'drop-to-keyframe'"))
    }
}
