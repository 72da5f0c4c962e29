package import StageKit

/// The decisions of a link, without the waiting: what lies in it, what may go, who should wait.
package struct LinkQueue<Content: Payload>: Sendable {
    /// How messages of several inputs are put in one order.
    package enum Order: Sendable, Hashable {
        /// As they come.
        case arrival
        /// By media time.
        case mediaTime
    }

    /// How an input ended.
    enum Ending: Sendable {
        case finished
        case failed
    }

    private let order: Order
    private let limits: LinkLimits
    private var arrivals: ArrivalQueue<Content>
    private var merge: MergeQueue<Content>
    private var endings: [Ending?]
    /// Whether nobody takes messages any more; what comes is counted and forgotten.
    private(set) var isAbandoned = false
    /// Payloads that were forgotten.
    private(set) var discarded = 0
    /// The payloads that came in, and their bytes.
    private(set) var received = BatchMeasure()
    private(set) var highWater: [HighWater]

    package init(inputs: [String], order: Order, limits: LinkLimits, related: [[Bool]]? = nil) {
        self.order = order
        self.limits = limits
        arrivals = ArrivalQueue(inputs: inputs.count)
        merge = MergeQueue(inputs: inputs, limits: limits, related: related)
        endings = Array(repeating: nil, count: inputs.count)
        highWater = Array(repeating: HighWater(), count: inputs.count)
    }

    /// How many messages lie in it.
    package var count: Int { order == .arrival ? arrivals.count : merge.count }
    /// Whether every input has ended well and nothing is left.
    var hasFinished: Bool { count == 0 && endings.allSatisfy { $0 == .finished } }
    /// Whether there may be something to take, or an end to be seen.
    var mayBeReady: Bool {
        // What is usual first: this is asked at each change.
        (order == .arrival ? arrivals.count > 0 : merge.canTake) || hasFailedInput || hasFinished
    }
    /// Whether an input ended because the run failed.
    var hasFailedInput: Bool { endings.contains { $0 == .failed } }

    package func fill(of input: Int) -> LaneFill {
        order == .arrival ? arrivals.fills[input] : merge.fill(of: input)
    }

    /// Whether whoever feeds an input should wait.
    package func isFull(_ input: Int) -> Bool {
        if isAbandoned { return false }
        return order == .arrival ? arrivals.fills[input].reaches(limits) : merge.isFull(input)
    }

    /// Adds messages, whatever the limits: a sender waits after it has sent, not before.
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

    /// Whether an input is not held back at the usual limits, because another one that waits has the same source.
    func exceedsLimits(_ input: Int) -> Bool { order == .mediaTime && merge.exceedsLimits(input) }

    /// Moves messages that can go into `batch`, which is empty.
    package mutating func take(into batch: inout [Message<Content>], most: Int) {
        switch order {
        case .arrival: arrivals.take(into: &batch, most: most)
        case .mediaTime: merge.take(into: &batch, most: most)
        }
    }

    /// Tells that an input gives no more.
    mutating func end(_ input: Int, _ ending: Ending) {
        guard endings[input] == nil else { return }
        endings[input] = ending
        // The lanes of a failed input stay open: what would have come between is missing, so nothing later may go.
        if ending == .finished { merge.close(input) }
    }

    /// Tells that nobody takes messages any more.
    mutating func abandon() {
        isAbandoned = true
        discarded += order == .arrival ? arrivals.removeAll() : merge.removeAll()
    }
}
