package import StageKit

/// The queueing logic of a link without its waiting: order, limits, and the state of each input.
package struct LinkQueue<Content: Payload>: Sendable {
    /// The output order of messages from several inputs.
    package enum Order: Sendable, Hashable {
        /// Arrival order.
        case arrival
        /// Order of media time.
        case mediaTime
    }

    /// The reason why an input ended.
    enum Ending: Sendable {
        case finished
        case failed
    }

    private let order: Order
    private let limits: LinkLimits
    private var arrivals: FIFOLinkQueue<Content>
    private var merge: MergeQueue<Content>
    private var endings: [Ending?]
    /// Whether the consumer has ended. Messages that arrive afterwards are counted and discarded.
    private(set) var isAbandoned = false
    /// The number of discarded payloads.
    private(set) var discarded = 0
    /// The number of payloads received, and their size in bytes.
    private(set) var received = BatchMeasure()
    private(set) var highWater: [HighWaterMark]

    package init(inputs: [String], order: Order, limits: LinkLimits, related: [[Bool]]? = nil) {
        self.order = order
        self.limits = limits
        arrivals = FIFOLinkQueue(inputs: inputs.count)
        merge = MergeQueue(inputs: inputs, limits: limits, related: related)
        endings = Array(repeating: nil, count: inputs.count)
        highWater = Array(repeating: HighWaterMark(), count: inputs.count)
    }

    /// The number of queued messages.
    package var count: Int { order == .arrival ? arrivals.count : merge.count }
    /// Whether every input has finished without a failure and the queue is empty.
    var hasFinished: Bool { count == 0 && endings.allSatisfy { $0 == .finished } }
    /// Whether there may be messages to receive, or an end to report.
    var mayBeReady: Bool {
        // The common case comes first, because this runs on every change.
        (order == .arrival ? arrivals.count > 0 : merge.hasReadyMessages) || hasFailedInput || hasFinished
    }
    /// Whether an input ended because the run failed.
    var hasFailedInput: Bool { endings.contains { $0 == .failed } }

    package func fill(of input: Int) -> FillLevel {
        order == .arrival ? arrivals.fills[input] : merge.fill(of: input)
    }

    /// Whether the producer of an input should wait.
    package func isFull(_ input: Int) -> Bool {
        if isAbandoned { return false }
        return order == .arrival ? arrivals.fills[input].reaches(limits) : merge.isFull(input)
    }

    /// Appends messages regardless of the limits: a sender waits after it has sent, not before.
    package mutating func append(
        _ batch: [Message<Content>], _ measure: BatchMeasure, from input: Int
    ) throws(StageError) {
        guard !isAbandoned, endings[input] == nil else {
            discarded += measure.payloads
            return
        }
        received.payloads += measure.payloads
        received.bytes += measure.bytes
        switch order {
        case .arrival:
            let before = arrivals.fills[input]
            arrivals.append(batch, measure, from: input)
            highWater[input].record(arrivals.fills[input], before: before)
        case .mediaTime: try merge.append(batch, from: input, &highWater[input])
        }
    }

    /// Whether an input is exempt from the usual limits, because a starving input may depend on the same source.
    func isExemptFromLimits(_ input: Int) -> Bool { order == .mediaTime && merge.isExemptFromLimits(input) }

    /// Moves messages that are ready into `batch`, which is empty on entry.
    package mutating func dequeue(into batch: inout [Message<Content>], upTo: Int) {
        switch order {
        case .arrival: arrivals.dequeue(into: &batch, upTo: upTo)
        case .mediaTime: merge.dequeue(into: &batch, upTo: upTo)
        }
    }

    /// Ends an input.
    mutating func end(_ input: Int, _ ending: Ending) {
        guard endings[input] == nil else { return }
        endings[input] = ending
        // The queues of a failed input stay open: its missing messages might precede the queued ones, so no later
        // message may be dequeued.
        if ending == .finished { merge.close(input) }
    }

    /// Discards all messages and marks the consumer as ended.
    mutating func abandon() {
        isAbandoned = true
        discarded += order == .arrival ? arrivals.removeAll() : merge.removeAll()
    }
}
