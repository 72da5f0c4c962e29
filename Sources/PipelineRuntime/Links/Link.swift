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
        /// The time that the consumer spent waiting.
        var waited = Duration.zero

        /// Whether the consumer can proceed: receive, finish or throw. Evaluated on every change, hence cheap.
        var isReady: Bool { isAborted || queue.mayBeReady }
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

    init(consumer: Int, producers: [Int], queue: LinkQueue<Content>, join: JoinFilter<Content>? = nil) {
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
    /// the queue is empty.
    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    func dequeue(into batch: inout [Message<Content>]) async throws -> Bool {
        while true {
            switch poll(&batch) {
            case .dequeued:
                // The join filter may have discarded the whole batch.
                if !batch.isEmpty { return true }
            case .finished: return false
            case .aborted: throw RunEndedError()
            case .empty: try await waitForMessages()
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
            return state.queue.hasFailedInput ? .aborted : .empty
        }
    }

    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    private func waitForMessages() async throws {
        let start = SystemClock.now
        defer { monitor.withLock { $0.waited += SystemClock.now - start } }
        try await monitor.wait { $0.isReady }
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

    func abandon() { monitor.withLock { $0.queue.abandon() } }

    var isAbandoned: Bool { monitor.withLock { $0.queue.isAbandoned } }

    func abort() {
        monitor.withLock { state in
            state.isAborted = true
            state.queue.abandon()
        }
    }

    var status: LinkReading {
        monitor.withLock { state in
            LinkReading(
                queued: state.queue.count, highWater: state.queue.highWater,
                mayLead: producers.indices.map { state.queue.mayLead($0) }, received: state.queue.received,
                discarded: state.queue.discarded, waited: state.waited)
        }
    }
}
