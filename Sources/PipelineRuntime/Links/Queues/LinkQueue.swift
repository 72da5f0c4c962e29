import Media
import StageKit

/// The bounded queue of a link without its waiting: order, limits, and the state of each input.
///
/// The order is a strategy: ``ArrivalOrder`` or ``MediaTimeOrder``. The limits apply to each track of each input. The
/// queue only reports that a track is full; the producer waits, or an ``OfferEntrance`` applies its policy.
struct LinkQueue<Content: Payload>: Sendable {
    /// The reason why an input ended.
    enum Ending: Sendable {
        case finished
        case failed
    }

    private let order: LinkOrder
    private let limits: LinkLimits
    private var arrival = ArrivalOrder<Content>()
    private var mediaTime: MediaTimeOrder<Content>
    private var endings: [Ending?]
    /// Whether the consumer has ended. Messages that arrive afterwards are counted and discarded.
    private(set) var isAbandoned = false
    /// The number of discarded payloads.
    private(set) var discarded = 0
    /// The number of payloads received, and their size in bytes.
    private(set) var received = BatchMeasure()
    private(set) var highWater: [HighWaterMark]

    /// Creates a queue of named inputs; the names appear in errors. `related[a][b]` is whether inputs `a` and `b` have
    /// a source in common; nil means all inputs do.
    init(inputs: [String], order: LinkOrder, limits: LinkLimits, related: [[Bool]]? = nil) {
        self.order = order
        self.limits = limits
        mediaTime = MediaTimeOrder(inputs: inputs, lead: limits.lead, related: related)
        endings = Array(repeating: nil, count: inputs.count)
        highWater = Array(repeating: HighWaterMark(), count: inputs.count)
    }

    /// The number of queued messages.
    var count: Int { order == .arrival ? arrival.count : mediaTime.count }
    /// Whether every input has finished without a failure and the queue is empty.
    var hasFinished: Bool { count == 0 && endings.allSatisfy { $0 == .finished } }
    /// Whether there may be messages to receive, or an end to report.
    var mayBeReady: Bool {
        // The common case comes first, because this runs on every change.
        (order == .arrival ? arrival.count > 0 : mediaTime.hasReadyMessages) || hasFailedInput || hasFinished
    }
    /// Whether an input ended because the run failed.
    var hasFailedInput: Bool { endings.contains { $0 == .failed } }

    /// Whether ``observeHeldVideo()`` returns video.
    var holdsNewVideo: Bool { order == .mediaTime && mediaTime.holdsNewVideo }
    /// Returns the video that the merge holds back, once per step of media time.
    mutating func observeHeldVideo() -> HeldVideo? { order == .mediaTime ? mediaTime.observeHeldVideo() : nil }

    /// Whether an input without a track, or a live track without media, holds back the media of the others.
    var isHeldUp: Bool { order == .mediaTime && mediaTime.isHeldUp }
    /// The media time that the merge holds back.
    var heldDuration: Duration { mediaTime.heldDuration }
    /// Begins the deadline for the media that the merge waits for.
    mutating func beginDeadline() { mediaTime.beginDeadline() }
    /// The media that the merge has waited for since the deadline began.
    var awaited: [AwaitedMedia] { order == .mediaTime ? mediaTime.awaited : [] }
    /// The media that the merge stopped waiting for and that has not arrived since.
    var overdue: [AwaitedMedia] { order == .mediaTime ? mediaTime.overdue : [] }
    /// Stops waiting for media.
    mutating func markOverdue(_ awaited: AwaitedMedia) { mediaTime.markOverdue(awaited) }
    /// Returns and removes the overdue media that has arrived since.
    mutating func drainReturned() -> [AwaitedMedia] { mediaTime.drainReturned() }

    /// The fill level of a track of an input.
    func fill(of input: Int, _ track: Track.ID?) -> FillLevel {
        order == .arrival ? arrival.fill(of: input, track) : mediaTime.fill(of: input, track)
    }

    /// The fill level of the fullest track of an input.
    func fill(of input: Int) -> HighWaterMark.Batch {
        order == .arrival ? arrival.fill(of: input) : mediaTime.fill(of: input)
    }

    /// Whether a track of an input is full, so that the producer of the input should wait.
    func isFull(_ input: Int) -> Bool {
        if isAbandoned { return false }
        return order == .arrival ? arrival.reaches(limits, input) : mediaTime.reaches(limits, input)
    }

    /// Whether this track of an input is full, so that its overflow policy applies.
    func isFull(_ input: Int, _ track: Track.ID?) -> Bool {
        if isAbandoned { return false }
        return fill(of: input, track).reaches(limits) && (order == .arrival || mediaTime.mayBlock(input))
    }

    /// Whether the limits of the lead apply to an input, because blocking its producer could deadlock.
    func mayLead(_ input: Int) -> Bool { order == .mediaTime && mediaTime.mayLead(input) }

    /// Appends messages regardless of the limits: a sender waits after it has sent, not before.
    ///
    /// Throws ``StageError/Code/limitReached`` when a track that must not wait exceeds the limits of the lead.
    mutating func append(
        _ batch: [Message<Content>], _ measure: BatchMeasure, from input: Int
    ) throws(StageError) {
        guard !isAbandoned, endings[input] == nil else {
            discarded += measure.payloads
            return
        }
        received.payloads += measure.payloads
        received.bytes += measure.bytes
        received.repeatedBytes += measure.repeatedBytes
        switch order {
        case .arrival: arrival.append(batch, measure, from: input, &highWater[input])
        case .mediaTime: try mediaTime.append(batch, from: input, &highWater[input])
        }
    }

    /// Moves messages that are ready into `batch`, which is empty on entry.
    mutating func dequeue(into batch: inout [Message<Content>], upTo: Int) {
        switch order {
        case .arrival: arrival.dequeue(into: &batch, upTo: upTo)
        case .mediaTime: mediaTime.dequeue(into: &batch, upTo: upTo)
        }
    }

    /// Ends an input.
    mutating func end(_ input: Int, _ ending: Ending) {
        guard endings[input] == nil else { return }
        endings[input] = ending
        // The queues of a failed input stay open: its missing messages might precede the queued ones, so no later
        // message may be dequeued.
        if ending == .finished { mediaTime.close(input) }
    }

    /// Discards all messages and marks the consumer as ended.
    mutating func abandon() {
        isAbandoned = true
        discarded += order == .arrival ? arrival.removeAll() : mediaTime.removeAll()
    }
}
