import Media
import StageKit

/// Why a stage's inlet or outlet throws when it is not that stage's own doing: the run is being given up.
struct RunEnded: Error, CustomStringConvertible {
    var description: String { "the run has ended" }
}

/// What a link is to those who need not know its payload.
protocol AnyLink: AnyObject, Sendable {
    /// The place in the plan of the stage that takes from it.
    var consumer: Int { get }
    /// The places in the plan of the stages that feed it.
    var producers: [Int] { get }
    /// Suspends while an input is full.
    func waitForRoom(_ input: Int) async throws
    /// Tells that an input gives no more.
    func end(_ input: Int, failed: Bool)
    /// Tells that nobody takes messages any more.
    func abandon()
    /// Gives everything up at once and wakes all who wait.
    func abort()
    /// Whether nobody takes messages any more.
    var isAbandoned: Bool { get }
    var status: LinkStatus { get }
    /// Where requests of the consumer go.
    var requests: RequestPath { get }
}

/// What a link tells of itself.
struct LinkStatus: Sendable {
    var queued: Int
    var highWater: [HighWater]
    /// The inputs to which only the limit of merges applies.
    var exceeding: [Bool]
    var received: BatchMeasure
    var discarded: Int
    /// How long the consumer waited for messages, in nanoseconds.
    var waited: UInt64
}

/// A bounded queue between tasks, with one consumer and an input for each stage that feeds it.
final class Link<Content: Payload>: AnyLink {
    private struct State: Sendable {
        var queue: LinkQueue<Content>
        /// Where the consumer begins that joins a run; nil once it has.
        var join: JoinFilter<Content>?
        var isAborted = false
        /// How long the consumer waited, in nanoseconds.
        var waited: UInt64 = 0

        /// Whether the consumer has something to do: take, end or throw. Cheap enough for every change.
        var isReady: Bool { isAborted || queue.mayBeReady }
    }

    /// How many messages one batch holds at most.
    static var mostPerBatch: Int { 512 }

    let consumer: Int
    let producers: [Int]
    let requests = RequestPath()
    private let monitor: Monitor<State>

    init(consumer: Int, producers: [Int], queue: LinkQueue<Content>, join: JoinFilter<Content>? = nil) {
        self.consumer = consumer
        self.producers = producers
        monitor = Monitor(State(queue: queue, join: join))
    }

    /// Adds messages and tells whether the sender should now wait for room.
    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    func append(_ batch: Batch<Content>, from input: Int) throws(StageError) -> Bool {
        try monitor.withLock { state throws(StageError) in
            if state.isAborted { return false }
            try state.queue.append(batch.messages, batch.measure, from: input)
            return state.queue.isFull(input)
        }
    }

    /// Moves the next messages into `batch`, which is empty; false when there are no more and all ended well.
    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    func take(into batch: inout [Message<Content>]) async throws -> Bool {
        while true {
            switch poll(&batch) {
            case .taken:
                // What came before the place where it joins is left out.
                if !batch.isEmpty { return true }
            case .finished: return false
            case .givenUp: throw RunEnded()
            case .nothing: try await waitForMessages()
            }
        }
    }

    private enum Poll: Sendable {
        case taken
        case finished
        case givenUp
        case nothing
    }

    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    private func poll(_ batch: inout [Message<Content>]) -> Poll {
        monitor.withLock { state in
            if state.isAborted { return .givenUp }
            state.queue.take(into: &batch, most: Self.mostPerBatch)
            if !batch.isEmpty {
                if state.join != nil { state.join = state.join?.filter(&batch) }
                return .taken
            }
            if state.queue.hasFinished { return .finished }
            return state.queue.hasFailedInput ? .givenUp : .nothing
        }
    }

    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    private func waitForMessages() async throws {
        let start = Clock.now
        defer { monitor.withLock { $0.waited += Clock.now - start } }
        try await monitor.wait { $0.isReady }
    }

    func waitForRoom(_ input: Int) async throws {
        try await monitor.wait { $0.isAborted || !$0.queue.isFull(input) }
        if monitor.withLock({ $0.isAborted }) { throw RunEnded() }
    }

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

    var status: LinkStatus {
        monitor.withLock { state in
            LinkStatus(
                queued: state.queue.count, highWater: state.queue.highWater,
                exceeding: producers.indices.map { state.queue.exceedsLimits($0) }, received: state.queue.received,
                discarded: state.queue.discarded, waited: state.waited)
        }
    }
}
