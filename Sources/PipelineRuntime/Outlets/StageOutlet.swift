import Media
import StageKit
import Synchronization
import SystemTime

/// The outlet of a source or a processor: runs the transforms below in the caller's task.
final class StageOutlet<Output: Payload>: Outlet, AnyOutlet {
    private let stage: Int
    private let input: ChainInput<Output>
    private let ingress: ConditionLock<OfferQueue<Output>>
    private let wasOffered = Atomic<Bool>(false)
    private let handler = Mutex<(@Sendable (UpstreamRequest) -> Void)?>(nil)
    private let waited = Atomic<Int64>(0)
    private let status: RunStatus
    /// The receivers of requests that the stage has no handler for; nil for a source.
    private let upstream: RequestRouter?
    private let watchdog: StageWatchdog
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
        self.watchdog = watch
        self.afterBatch = afterBatch
        ingress = ConditionLock(OfferQueue(policy: policy, limits: limits))
    }

    var chain: Chain { input.chain }

    @specialized(where Output == Sample)
    @specialized(where Output == Frame)
    func send(_ messages: [Message<Output>]) async throws {
        watchdog.willSend()
        defer { watchdog.didSend() }
        // Messages that were offered earlier go first.
        if wasOffered.load(ordering: .acquiring) { try await waitForOffers() }
        try await process(messages)
    }

    @specialized(where Output == Sample)
    @specialized(where Output == Frame)
    func offer(_ message: Message<Output>) -> Bool {
        wasOffered.store(true, ordering: .releasing)
        watchdog.willSend()
        defer { watchdog.didSend() }
        while true {
            switch ingress.withLock({ $0.offer(message) }) {
            case .accepted, .dropped: return true
            case .closed: return false
            case .full: waitForSpace(message)
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
            while try await dequeueOffers(into: &batch) {
                try await process(batch)
                let count = batch.count
                ingress.withLock { $0.processed += count }
                batch.removeAll(keepingCapacity: true)
            }
        } catch {
            closeOffers(discarding: true)
        }
    }

    func closeOffers(discarding: Bool) { ingress.withLock { $0.close(discarding: discarding) } }

    func close() { handler.withLock { $0 = nil } }

    var outletStatus: OutletStatus {
        let waited = Duration.nanoseconds(waited.load(ordering: .relaxed))
        return ingress.withLock { queue in
            OutletStatus(
                queued: queue.count,
                dropped: queue.dropped.map { .init(track: $0.track?.rawValue, count: $0.count) },
                highWater: queue.highWater, waited: waited)
        }
    }

    @specialized(where Output == Sample)
    @specialized(where Output == Frame)
    private func process(_ messages: [Message<Output>]) async throws {
        // A source stops as soon as the run is over; a processor may still send its remaining messages.
        if upstream == nil, status.isTerminated { throw RunEndedError() }
        let needsRoom = try input.process(messages)
        afterBatch?()
        guard needsRoom else { return }
        let start = SystemClock.now
        defer { waited.add((SystemClock.now - start).nanoseconds, ordering: .relaxed) }
        try await chain.waitForSpace()
    }

    private func waitForOffers() async throws {
        let accepted = ingress.withLock { $0.accepted }
        try await ingress.wait { $0.processed >= accepted }
    }

    @specialized(where Output == Sample)
    @specialized(where Output == Frame)
    private func dequeueOffers(into batch: inout [Message<Output>]) async throws -> Bool {
        try await ingress.wait { $0.count > 0 || $0.isClosed }
        ingress.withLock { $0.dequeueAll(into: &batch) }
        return !batch.isEmpty
    }

    private func waitForSpace(_ message: Message<Output>) {
        guard case .payload(let payload) = message else { return }
        let track = payload.trackID
        ingress.block { $0.isClosed || !$0.isFull(for: track) }
    }

    private func fail(_ message: Message<Output>) {
        closeOffers(discarding: false)
        var track = ""
        if case .payload(let payload) = message, let id = payload.trackID { track = " for track \(id.rawValue)" }
        status.fail(
            stage,
            StageError(
                .limitReached,
                "the link below is full\(track) and 'when-full' is 'fail'; use 'wait' or 'drop-to-keyframe'"))
    }
}
