import Media
import StageKit
import Synchronization
import SystemTime

/// A bounded queue between tasks, with one consumer and an input for each stage that feeds it.
final class Link<Content: Payload>: AnyLink {
    private struct State: Sendable {
        var queue: LinkQueue<Content>
        /// The filter for a consumer that was added to a running pipeline; nil once its start has passed.
        var join: JoinFilter<Content>?
        var isAborted = false
        /// The array for appending single messages, allocated once.
        var single: [Message<Content>] = []
        /// The number of messages that the consumer has received, and the number that it has finished processing.
        var dequeued = 0
        var processed = 0
        /// Whether a task waits for the deadline of missing media, and the number of limits that have passed.
        var isTimed = false
        var passedLimits = 0
        var timer: Task<Void, Never>?
        /// The time that the consumer spent in completed waits, and the start of the present one.
        var waited = Duration.zero
        var waitingSince: MonotonicTime?

        /// Whether the consumer can proceed: receive, finish or throw. Evaluated on every change, hence cheap.
        var isReady: Bool { isAborted || queue.mayBeReady }
        /// Whether the deadline of missing media begins.
        var needsDeadline: Bool { !isTimed && queue.isHeldUp }

        mutating func endWait() {
            if let since = waitingSince.take() { waited += SystemClock.now - since }
        }
    }

    /// Maximum number of messages in one batch.
    static var batchLimit: Int { 512 }

    let consumer: Int
    let producers: [Int]
    let requests = RequestRouter()
    private let monitor: ConditionLock<State>
    /// Whether a track of any input has reached a limit. Changed under the lock, when messages are added or removed: a
    /// track that is full because another input no longer starves is seen when its next message is added.
    private let hasFullTrack = Atomic<Bool>(false)
    /// The deadline of missing media; nil to wait without limit.
    private let deadline: TrackDeadline?

    init(
        consumer: Int, producers: [Int], queue: LinkQueue<Content>, join: JoinFilter<Content>? = nil,
        deadline: TrackDeadline? = nil
    ) {
        self.deadline = deadline
        self.consumer = consumer
        self.producers = producers
        monitor = ConditionLock(State(queue: queue, join: join))
    }

    /// Appends messages. Returns true when the sender should now wait for space.
    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    func append(_ batch: Batch<Content>, from input: Int) throws(StageError) -> Bool {
        try monitor.withLock { state throws(StageError) in
            if state.isAborted { return false }
            try state.queue.append(batch.messages, batch.measure, from: input)
            let isFull = state.queue.isFull(input)
            if isFull { hasFullTrack.store(true, ordering: .relaxed) }
            return isFull
        }
    }

    /// Appends a message regardless of the limits.
    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    func append(_ message: Message<Content>, from input: Int) throws(StageError) {
        try monitor.withLock { state throws(StageError) in
            if state.isAborted { return }
            state.single.append(message)
            defer { state.single.removeAll(keepingCapacity: true) }
            try state.queue.append(state.single, measureMessages(state.single, in: 0..<1), from: input)
            if state.queue.isFull(input) { hasFullTrack.store(true, ordering: .relaxed) }
        }
    }

    /// Moves the next messages into `batch`, which is empty on entry. Returns false when all inputs have finished and
    /// the queue is empty. Calls `onHeldVideo` with the video that the link holds back while it waits.
    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    func dequeue(
        into batch: inout [Message<Content>], onHeldVideo: ((HeldVideo) throws -> Void)? = nil
    ) async throws -> Bool {
        while true {
            switch poll(&batch) {
            case .dequeued:
                // The join filter may have discarded the whole batch.
                if let deadline { reportReturns(deadline) }
                if !batch.isEmpty { return true }
            case .finished: return false
            case .aborted: throw RunEndedError()
            case .empty:
                if let onHeldVideo, let held = monitor.withLock({ $0.queue.observeHeldVideo() }) {
                    try onHeldVideo(held)
                }
                try await waitForMessages(orHeldVideo: onHeldVideo != nil)
            }
        }
    }

    private enum Poll: Sendable {
        case dequeued
        case finished
        case aborted
        case empty
    }

    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    private func poll(_ batch: inout [Message<Content>]) -> Poll {
        monitor.withLock { state in
            state.endWait()
            if state.isAborted { return .aborted }
            state.processed = state.dequeued
            state.queue.dequeue(into: &batch, upTo: Self.batchLimit)
            if hasFullTrack.load(ordering: .relaxed), !producers.indices.contains(where: { state.queue.isFull($0) }) {
                hasFullTrack.store(false, ordering: .relaxed)
            }
            if !batch.isEmpty {
                state.dequeued += batch.count
                if state.join != nil { state.join = state.join?.filter(&batch) }
                return .dequeued
            }
            if state.queue.hasFinished { return .finished }
            if state.queue.hasFailedInput { return .aborted }
            state.waitingSince = SystemClock.now
            return .empty
        }
    }

    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    private func waitForMessages(orHeldVideo observesVideo: Bool) async throws {
        startDeadline()
        let hasDeadline = deadline != nil
        do {
            try await monitor.wait {
                $0.isReady || hasDeadline && $0.needsDeadline || observesVideo && $0.queue.holdsNewVideo
            }
        } catch {
            monitor.withLock { $0.endWait() }
            throw error
        }
    }

    private func reportReturns(_ deadline: TrackDeadline) {
        for returned in monitor.withLock({ $0.queue.drainReturned() }) { deadline.report(returned, .returned) }
    }

    /// Starts the deadline of missing media if it holds back the media of the others.
    private func startDeadline() {
        guard let deadline else { return }
        let wait: Duration? = monitor.withLock { state in
            guard state.needsDeadline else { return nil }
            state.isTimed = true
            state.queue.beginDeadline()
            return TrackDeadline.wait(after: state.passedLimits, holding: state.queue.heldDuration)
        }
        guard let wait else { return }
        // Without the lock, because the chains of the inputs append to this link.
        let sent = deadline.sent()
        let clock = deadline.clock
        let end = clock.now.advanced(by: wait)
        let timer = clock.start { [weak self] in
            guard (try? await clock.sleep(until: end, tolerance: nil)) != nil else { return }
            self?.deadlinePassed(deadline, sent)
        }
        monitor.withLock { $0.timer = timer }
    }

    private func deadlinePassed(_ deadline: TrackDeadline, _ sent: StageProgress.Sent) {
        let (awaited, limits) = monitor.withLock { state in
            let awaited = state.isAborted ? [] : state.queue.awaited
            state.passedLimits = awaited.isEmpty ? 0 : state.passedLimits + 1
            return (awaited, state.passedLimits)
        }
        // Without the lock, because the chains of the inputs append to this link.
        let overdue = deadline.overdue(awaited, after: limits, since: sent)
        for media in overdue { deadline.report(media, .overdue) }
        monitor.withLock { state in
            for media in overdue { state.queue.markOverdue(media) }
            state.isTimed = false
        }
    }

    func waitForSpace(_ input: Int) async throws {
        try await monitor.wait { $0.isAborted || !$0.queue.isFull(input) }
        if monitor.withLock({ $0.isAborted }) { throw RunEndedError() }
    }

    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    func isFull(_ input: Int, _ track: Track.ID?) -> Bool {
        // Without the lock in the usual case, because every offered message asks.
        hasFullTrack.load(ordering: .relaxed) && monitor.withLock { $0.queue.isFull(input, track) }
    }

    func blockForSpace(_ input: Int, _ track: Track.ID?, unless isClosed: @escaping @Sendable () -> Bool) {
        monitor.block { $0.isAborted || !$0.queue.isFull(input, track) || isClosed() }
    }

    func wakeWaiters() { monitor.withLock { _ in } }

    /// Suspends until the consumer has processed all messages that are queued now.
    func waitUntilProcessed() async throws {
        let last = monitor.withLock { $0.dequeued + $0.queue.count }
        try await monitor.wait { $0.processed >= last || $0.isAborted || $0.queue.isAbandoned }
    }

    /// Whether the consumer has processed all messages.
    var isProcessed: Bool { monitor.withLock { $0.queue.count == 0 && $0.processed == $0.dequeued } }

    func end(_ input: Int, failed: Bool) {
        monitor.withLock { $0.queue.end(input, failed ? .failed : .finished) }
    }

    func abandon() {
        monitor.withLock { $0.queue.abandon() }
        cancelDeadline()
    }

    private func cancelDeadline() { monitor.withLock { $0.timer.take() }?.cancel() }

    var isAbandoned: Bool { monitor.withLock { $0.queue.isAbandoned } }

    func abort() {
        monitor.withLock { state in
            state.isAborted = true
            state.queue.abandon()
        }
        cancelDeadline()
    }

    var status: LinkReading {
        monitor.withLock { state in
            LinkReading(
                queued: state.queue.count, highWater: state.queue.highWater,
                current: producers.indices.map { state.queue.fill(of: $0) },
                mayLead: producers.indices.map { state.queue.mayLead($0) }, received: state.queue.received,
                discarded: state.queue.discarded,
                waited: state.waited + (state.waitingSince.map { SystemClock.now - $0 } ?? .zero),
                overdue: state.queue.overdue)
        }
    }
}
