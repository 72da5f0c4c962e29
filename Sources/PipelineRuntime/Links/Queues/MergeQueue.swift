import Media
package import StageKit

/// Merges the messages of several inputs and tracks in the order of media time.
///
/// Each track of each input has a queue, which is open from the announcement of its track to its end. The earliest
/// payload at the head of any queue is dequeued first, and no payload is dequeued while an open queue is empty.
/// Announcements and ends keep their position within their queue and wait only until every input has announced its
/// first track. An input that has announced no track yet counts as an open, empty queue. Text is sparse: the merge does
/// not wait for it, and queued text is dequeued before other payloads.
package struct MergeQueue<Content: Payload>: Sendable {
    private var trackQueues: [MergeTrackQueue<Content>] = []
    private var inputs: [Input]
    private let limits: LinkLimits
    /// Whether two inputs have a source in common, so that blocking one may starve the other.
    private let related: [[Bool]]
    /// The inputs that have had more than one track at a time.
    private var inputsWithSeveralTracks: Set<Int> = []

    private struct Input: Sendable {
        let name: String
        var isClosed = false
        var hasTrackQueue = false
    }

    /// Creates a merge of named inputs; the names appear in errors. `related[a][b]` is whether inputs `a` and `b` have
    /// a source in common; nil means all inputs do.
    package init(inputs: [String], limits: LinkLimits, related: [[Bool]]? = nil) {
        self.inputs = inputs.map { Input(name: $0) }
        self.limits = limits
        let all = Array(repeating: Array(repeating: true, count: inputs.count), count: inputs.count)
        self.related = related ?? all
    }

    /// The number of queued messages.
    package var count: Int { trackQueues.reduce(0) { $0 + $1.fill.messages } }

    /// The total fill level of an input's queues; the times are from the queue with the longest duration.
    package func fill(of input: Int) -> FillLevel {
        var result = FillLevel()
        for lane in trackQueues where lane.input == input {
            if lane.fill.duration >= result.duration {
                (result.oldest, result.newest) = (lane.fill.oldest, lane.fill.newest)
            }
            result.messages += lane.fill.messages
            result.bytes += lane.fill.bytes
        }
        return result
    }

    /// Appends messages to the queues of an input.
    ///
    /// Throws ``StageError/Code/limitReached`` when one queue exceeds `mergedBytes` while another is empty.
    package mutating func append(_ batch: [Message<Content>], from input: Int) throws(StageError) {
        var highWater = HighWaterMark()
        try append(batch, from: input, &highWater)
    }

    /// Appends messages to the queues of an input, and records the highest fill level of a queue.
    mutating func append(
        _ batch: [Message<Content>], from input: Int, _ highWater: inout HighWaterMark
    ) throws(StageError) {
        let before = trackQueues.map(\.fill)
        let touched = distribute(batch, from: input)
        for index in touched {
            highWater.record(trackQueues[index].fill, before: index < before.count ? before[index] : FillLevel())
        }
        for index in touched where trackQueues[index].footprint > limits.mergedBytes { try throwLimitReached(index) }
    }

    /// Ends an input and all its tracks.
    package mutating func close(_ input: Int) {
        inputs[input].isClosed = true
        for index in trackQueues.indices where trackQueues[index].input == input { trackQueues[index].isOpen = false }
        trackQueues.removeAll { !$0.isOpen && $0.isEmpty }
    }

    /// Ends all inputs.
    mutating func closeAll() { for input in inputs.indices { close(input) } }

    /// Whether the producer of an input should wait: one of its queues has reached a limit, and no queue that depends
    /// on the same source is starving.
    package func isFull(_ input: Int) -> Bool {
        guard trackQueues.contains(where: { $0.input == input && $0.fill.reaches(limits) }) else { return false }
        return !inputs.indices.contains { related[input][$0] && isStarving($0) }
    }

    /// Whether an input may exceed the limits: another input depends on the same source, or it has had several tracks
    /// itself.
    func isExemptFromLimits(_ input: Int) -> Bool {
        related[input].indices.contains { $0 != input && related[input][$0] }
            || inputsWithSeveralTracks.contains(input)
    }

    /// Moves messages that are ready to the end of `batch`, until it contains `maximum` messages.
    @specialized(where Content == Sample)
    package mutating func dequeue(into batch: inout [Message<Content>], upTo: Int) {
        while batch.count < upTo {
            if dequeueAnnouncements(into: &batch) { continue }
            guard !isAnyStarving, let (earliest, next) = earliestQueues() else { return }
            repeat {
                batch.append(trackQueues[earliest].removeFirst())
            } while batch.count < upTo && trackQueues[earliest].headHasTime && trackQueues[earliest].headTime <= next
        }
    }

    /// Whether any message is ready.
    var hasReadyMessages: Bool {
        if allInputsAnnounced, trackQueues.contains(where: { $0.headIsAnnouncement }) { return true }
        return !isAnyStarving && trackQueues.contains { !$0.isEmpty }
    }

    /// Discards all messages and returns the number of payloads among them.
    package mutating func removeAll() -> Int {
        let payloads = trackQueues.reduce(0) { $0 + $1.payloadCount }
        trackQueues = []
        return payloads
    }

    @specialized(where Content == Sample)
    private mutating func distribute(_ batch: [Message<Content>], from input: Int) -> [Int] {
        var touched: [Int] = []
        var current: Int?
        for message in batch {
            let (track, opens) = message.queueOpening
            if current.map({ trackQueues[$0].track != track }) ?? true {
                current = queueIndex(of: track, from: input, opens: opens)
            }
            guard let index = current else { continue }
            trackQueues[index].append(message)
            if !touched.contains(index) { touched.append(index) }
        }
        return touched
    }

    private mutating func queueIndex(of track: Track.ID?, from input: Int, opens: Bool) -> Int {
        if let index = trackQueues.firstIndex(where: { $0.input == input && $0.track == track }) {
            return index
        }
        if trackQueues.contains(where: { $0.input == input }) { inputsWithSeveralTracks.insert(input) }
        inputs[input].hasTrackQueue = true
        trackQueues.append(MergeTrackQueue(input: input, track: track, isOpen: opens && !inputs[input].isClosed))
        return trackQueues.count - 1
    }

    /// Moves announcements and ends at the heads of queues into `batch`. Returns whether there were any.
    private mutating func dequeueAnnouncements(into batch: inout [Message<Content>]) -> Bool {
        guard allInputsAnnounced else { return false }
        var found = false
        // In the order of the inputs, so that every run of a pipeline announces its tracks in the same order.
        for index in trackQueues.indices.sorted(by: { (trackQueues[$0].input, $0) < (trackQueues[$1].input, $1) })
        where trackQueues[index].headIsAnnouncement {
            batch.append(trackQueues[index].removeFirst())
            found = true
        }
        if found { trackQueues.removeAll { !$0.isOpen && $0.isEmpty } }
        return found
    }

    /// Whether every input has announced a track or ended; no message is dequeued before that.
    private var allInputsAnnounced: Bool { inputs.allSatisfy { $0.hasTrackQueue || $0.isClosed } }

    private var isAnyStarving: Bool { inputs.indices.contains { isStarving($0) } }

    private func isStarving(_ input: Int) -> Bool {
        if inputs[input].isClosed { return false }
        if !inputs[input].hasTrackQueue { return true }
        return trackQueues.contains { $0.input == input && $0.isOpen && $0.isEmpty && !$0.isSparse }
    }

    /// The queue with the earliest head, and the time of the second earliest head.
    private func earliestQueues() -> (earliest: Int, next: MediaInstant)? {
        var earliest: Int?
        var next = MediaInstant.distantFuture
        for index in trackQueues.indices where !trackQueues[index].isEmpty {
            guard let best = earliest else {
                earliest = index
                continue
            }
            if trackQueues[index].headTime < trackQueues[best].headTime {
                next = trackQueues[best].headTime
                earliest = index
            } else {
                next = min(next, trackQueues[index].headTime)
            }
        }
        return earliest.map { ($0, next) }
    }

    private func throwLimitReached(_ index: Int) throws(StageError) {
        guard let starving = inputs.indices.first(where: { isStarving($0) }) else { return }
        let lane = trackQueues[index]
        let ahead = MediaTime(lane.fill.duration).decimal(places: 1)
        let input = describe(lane.input, lane.track)
        let other = trackQueues.first { $0.input == starving && $0.isOpen && $0.isEmpty && !$0.isSparse }
        let waiting = describe(starving, other?.track)
        throw StageError(
            .limitReached,
            "\(input) is \(ahead) s ahead of \(waiting), beyond the merge limit of \(limits.mergedBytes >> 20) MiB; "
                + "interleave the input more closely")
    }

    private func describe(_ input: Int, _ track: Track.ID?) -> String {
        "input '\(inputs[input].name)'" + (track.map { " (track \($0.rawValue))" } ?? "")
    }
}

extension Message {
    /// The queue of a message, and whether the message opens the queue, so that the merge waits for it.
    fileprivate var queueOpening: (track: Track.ID?, opens: Bool) {
        switch self {
        case .track(let track): (track.id, true)
        case .payload(let payload): (payload.trackID, payload.trackID == nil)
        case .end(let track), .gap(let track, _): (track, false)
        }
    }
}
