import Media
import StageKit
import Synchronization
import SystemTime

/// The outlet of a source or a processor: runs the transforms below in the caller's task.
///
/// Messages of other threads enter through ``offer(_:)``. They go straight to the links below, unless a transform in
/// between may not run on the offering thread: then they wait in a queue for a task that runs the transforms.
final class StageOutlet<Output: Payload>: Outlet, AnyOutlet {
    private let stage: Int
    private let input: ChainInput<Output>
    private let entrance: Mutex<OfferEntrance>
    /// The queue of offered messages above transforms that may not run on the offering thread.
    private let queue: Link<Output>
    private let usesQueue = Atomic<Bool>(false)
    private let isClosed = Atomic<Bool>(false)
    private let handler = HandlerSlot<@Sendable (UpstreamRequest) -> Void>()
    private let waited = Atomic<Int64>(0)
    /// The start of the present wait for space; 0 for none.
    private let waitingSince = Atomic<Int64>(0)
    private let monitor: RunMonitor
    /// The receivers of requests that the stage has no handler for; nil for a source.
    private let upstream: RequestRouter?
    private let watchdog: StageWatchdog
    /// Observes all requests before they are handled; nil for most stages.
    private let observer: (@Sendable (UpstreamRequest) -> Void)?
    /// Called after each batch of a run with a duration, to check whether the duration is reached.
    private let afterBatch: (@Sendable () -> Void)?
    private let losses: MediaLosses
    private let dropReports: Mutex<DropReports>

    init(
        stage: Int, input: ChainInput<Output>, policy: OverflowPolicy, limits: LinkLimits, monitor: RunMonitor,
        upstream: RequestRouter?, observer: (@Sendable (UpstreamRequest) -> Void)? = nil, watch: StageWatchdog,
        losses: MediaLosses, afterBatch: (@Sendable () -> Void)?
    ) {
        self.stage = stage
        self.input = input
        self.monitor = monitor
        self.upstream = upstream
        self.observer = observer
        self.watchdog = watch
        self.afterBatch = afterBatch
        self.losses = losses
        dropReports = Mutex(DropReports())
        entrance = Mutex(OfferEntrance(policy: policy))
        queue = Link(
            consumer: stage, producers: [stage],
            queue: LinkQueue(inputs: ["offers"], order: .arrival, limits: limits))
    }

    var chain: Chain { input.chain }

    @specialized(where Output == Sample)
    @specialized(where Output == Frame)
    func send(_ messages: [Message<Output>]) async throws {
        watchdog.willSend()
        defer { watchdog.didSend() }
        // Messages that were offered earlier go first.
        if usesQueue.load(ordering: .acquiring) { try await queue.waitUntilProcessed() }
        try await process(messages)
    }

    @specialized(where Output == Sample)
    @specialized(where Output == Frame)
    func offer(_ message: Message<Output>) -> Bool {
        watchdog.willSend()
        defer { watchdog.didSend() }
        do {
            while !isClosed.load(ordering: .acquiring) {
                switch try offerDirectly(message) ?? enqueue(message) {
                case .accepted: return true
                case .dropped:
                    recordDrop(message)
                    return true
                case .full: waitForSpace(message)
                case .overflow:
                    fail(message)
                    return false
                }
            }
        } catch {
            closeOffers(discarding: true)
        }
        return false
    }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) {
        self.handler.set(handler)
    }

    /// Handles an upstream request.
    func receive(_ request: UpstreamRequest) {
        observer?(request)
        if let handler = handler.handler {
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
            while try await queue.dequeue(into: &batch) {
                try await process(batch)
                batch.removeAll(keepingCapacity: true)
            }
        } catch {
            closeOffers(discarding: true)
        }
    }

    func closeOffers(discarding: Bool) {
        isClosed.store(true, ordering: .releasing)
        if discarding { queue.abandon() }
        queue.end(0, failed: false)
        chain.wakeBlockedThreads()
    }

    func close() { handler.set(nil) }

    var outletStatus: OutletStatus {
        let drops = entrance.withLock { $0.drops }
        let status = queue.status
        return OutletStatus(
            queued: status.queued, dropped: drops.map { .init(track: $0.track?.rawValue, count: $0.count) },
            highWater: status.highWater[0], current: status.current[0], waited: waitedTime)
    }

    private var waitedTime: Duration {
        let since = waitingSince.load(ordering: .relaxed)
        let present = since > 0 ? max(0, SystemClock.now.nanoseconds - since) : 0
        return .nanoseconds(waited.load(ordering: .relaxed) + present)
    }

    @specialized(where Output == Sample)
    @specialized(where Output == Frame)
    private func process(_ messages: [Message<Output>]) async throws {
        // A source stops as soon as the run is over; a processor may still send its remaining messages.
        if upstream == nil, monitor.isTerminated { throw RunEndedError() }
        let needsRoom = try input.process(messages)
        afterBatch?()
        guard needsRoom else { return }
        let start = SystemClock.now
        waitingSince.store(start.nanoseconds, ordering: .relaxed)
        defer {
            waitingSince.store(0, ordering: .relaxed)
            waited.add((SystemClock.now - start).nanoseconds, ordering: .relaxed)
        }
        try await chain.waitForSpace()
    }

    /// Runs the chain on this thread. Returns nil if it may not run here, or if earlier messages are still queued.
    @specialized(where Output == Sample)
    @specialized(where Output == Frame)
    private func offerDirectly(_ message: Message<Output>) throws(RunEndedError) -> OfferResult? {
        if usesQueue.load(ordering: .acquiring), !queue.isProcessed { return nil }
        let result = try input.offer(message) { isFull in
            entrance.withLock { $0.admit(message, isFull: isFull) }
        }
        if result == .accepted { afterBatch?() }
        return result
    }

    @specialized(where Output == Sample)
    @specialized(where Output == Frame)
    private func enqueue(_ message: Message<Output>) -> OfferResult {
        usesQueue.store(true, ordering: .releasing)
        let isFull = message.isPayload && queue.isFull(0, message.laneTrack)
        let result = entrance.withLock { $0.admit(message, isFull: isFull) }
        // A queue in arrival order has no lead that could be exceeded.
        if result == .accepted { try? queue.append(message, from: 0) }
        return result
    }

    /// Records that a payload was dropped because the queue below is full, and reports it as it happens.
    private func recordDrop(_ message: Message<Output>) {
        if case .payload(let payload) = message, let time = payload.linkTime {
            losses.record(DropReports.cause, from: time, until: time)
        }
        let problem = dropReports.withLock { $0.record(message.laneTrack, at: SystemClock.now) }
        if let problem { monitor.report(problem, from: stage) }
    }

    private func waitForSpace(_ message: Message<Output>) {
        let isClosed = { @Sendable in self.isClosed.load(ordering: .acquiring) }
        queue.blockForSpace(0, message.laneTrack, unless: isClosed)
        chain.blockForSpace(message.laneTrack, unless: isClosed)
    }

    private func fail(_ message: Message<Output>) {
        closeOffers(discarding: false)
        let track = message.laneTrack.map { " for track \($0.rawValue)" } ?? ""
        monitor.fail(
            stage,
            StageError(
                .limitReached,
                "the link below is full\(track) and 'when-full' is 'fail'; use 'wait' or 'drop-to-keyframe'"))
    }
}
