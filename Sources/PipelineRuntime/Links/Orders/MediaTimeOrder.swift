import Media
import StageKit

/// The messages of a link in the order of media time: merges several inputs and their tracks.
///
/// Each track of each input has a queue, which is open from the announcement of its track to its end. The earliest
/// payload at the head of any queue is dequeued first, and no payload is dequeued while an open queue is empty.
/// Announcements and ends keep their position within their queue and wait only until every input has announced its
/// first track. An input that has announced no track yet counts as an open, empty queue. Text is sparse: the merge does
/// not wait for it, and queued text is dequeued before other payloads.
struct MediaTimeOrder<Content: Payload>: Sendable {
    private var lanes: [MediaTimeLane<Content>] = []
    private var inputs: [Input]
    private let lead: LeadLimits
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
    init(inputs: [String], lead: LeadLimits, related: [[Bool]]? = nil) {
        self.inputs = inputs.map { Input(name: $0) }
        self.lead = lead
        let all = Array(repeating: Array(repeating: true, count: inputs.count), count: inputs.count)
        self.related = related ?? all
    }

    /// The number of queued messages.
    var count: Int { lanes.reduce(0) { $0 + $1.fill.messages } }

    func fill(of input: Int, _ track: Track.ID?) -> FillLevel {
        lanes.first { $0.input == input && $0.track == track }?.fill ?? FillLevel()
    }

    /// Appends messages to the queues of an input, and records the highest fill level of a queue.
    ///
    /// Throws ``StageError/Code/limitReached`` when one queue exceeds a limit of the lead while another is empty.
    mutating func append(
        _ batch: [Message<Content>], from input: Int, _ highWater: inout HighWaterMark
    ) throws(StageError) {
        if batch.isEmpty { return }
        if endOfTrackRun(batch, from: 0, to: batch.count) == batch.count {
            return try append(track: batch, from: input, &highWater)
        }
        let before = lanes.map(\.fill)
        let touched = distribute(batch, from: input)
        for index in touched {
            highWater.record(lanes[index].fill, before: index < before.count ? before[index] : FillLevel())
        }
        for index in touched { try requireLead(index) }
    }

    /// Appends messages of one track, the usual case.
    @specialized(where Content == Sample)
    private mutating func append(
        track batch: [Message<Content>], from input: Int, _ highWater: inout HighWaterMark
    ) throws(StageError) {
        let index = queueIndex(of: batch[0].laneTrack, from: input, opens: batch[0].opensQueue)
        let before = lanes[index].fill
        for message in batch { lanes[index].append(message) }
        highWater.record(lanes[index].fill, before: before)
        try requireLead(index)
    }

    /// Ends an input and all its tracks.
    mutating func close(_ input: Int) {
        inputs[input].isClosed = true
        for index in lanes.indices where lanes[index].input == input { lanes[index].isOpen = false }
        lanes.removeAll { !$0.isOpen && $0.isEmpty }
    }

    /// Whether a track of an input has reached a limit, and its producer may be blocked.
    func reaches(_ limits: LinkLimits, _ input: Int) -> Bool {
        lanes.contains { $0.input == input && $0.fill.reaches(limits) } && mayBlock(input)
    }

    /// Whether the producer of an input may be blocked: no input that depends on the same source is starving.
    func mayBlock(_ input: Int) -> Bool { !inputs.indices.contains { related[input][$0] && isStarving($0) } }

    /// Whether the limits of the lead apply to an input: another input depends on the same source, or it has had
    /// several tracks itself.
    func mayLead(_ input: Int) -> Bool {
        related[input].indices.contains { $0 != input && related[input][$0] }
            || inputsWithSeveralTracks.contains(input)
    }

    /// Moves messages that are ready to the end of `batch`, until it contains `maximum` messages.
    @specialized(where Content == Sample)
    mutating func dequeue(into batch: inout [Message<Content>], upTo: Int) {
        while batch.count < upTo {
            if dequeueAnnouncements(into: &batch) { continue }
            guard !isAnyStarving, let (earliest, next) = earliestQueues() else { return }
            repeat {
                batch.append(lanes[earliest].removeFirst())
            } while batch.count < upTo && lanes[earliest].headHasTime && lanes[earliest].headTime <= next
        }
    }

    /// Whether any message is ready.
    var hasReadyMessages: Bool {
        if allInputsAnnounced, lanes.contains(where: { $0.headIsAnnouncement }) { return true }
        return !isAnyStarving && lanes.contains { !$0.isEmpty }
    }

    /// Discards all messages and returns the number of payloads among them.
    mutating func removeAll() -> Int {
        let payloads = lanes.reduce(0) { $0 + $1.payloadCount }
        lanes = []
        return payloads
    }

    @specialized(where Content == Sample)
    private mutating func distribute(_ batch: [Message<Content>], from input: Int) -> [Int] {
        var touched: [Int] = []
        var current: Int?
        for message in batch {
            let track = message.laneTrack
            if current.map({ lanes[$0].track != track }) ?? true {
                current = queueIndex(of: track, from: input, opens: message.opensQueue)
            }
            guard let index = current else { continue }
            lanes[index].append(message)
            if !touched.contains(index) { touched.append(index) }
        }
        return touched
    }

    private mutating func queueIndex(of track: Track.ID?, from input: Int, opens: Bool) -> Int {
        if let index = lanes.firstIndex(where: { $0.input == input && $0.track == track }) {
            return index
        }
        if lanes.contains(where: { $0.input == input }) { inputsWithSeveralTracks.insert(input) }
        inputs[input].hasTrackQueue = true
        lanes.append(MediaTimeLane(input: input, track: track, isOpen: opens && !inputs[input].isClosed))
        return lanes.count - 1
    }

    /// Moves announcements and ends at the heads of queues into `batch`. Returns whether there were any.
    private mutating func dequeueAnnouncements(into batch: inout [Message<Content>]) -> Bool {
        guard allInputsAnnounced else { return false }
        var found = false
        // In the order of the inputs, so that every run of a pipeline announces its tracks in the same order.
        for index in lanes.indices.sorted(by: { (lanes[$0].input, $0) < (lanes[$1].input, $1) })
        where lanes[index].headIsAnnouncement {
            batch.append(lanes[index].removeFirst())
            found = true
        }
        if found { lanes.removeAll { !$0.isOpen && $0.isEmpty } }
        return found
    }

    /// Whether every input has announced a track or ended; no message is dequeued before that.
    private var allInputsAnnounced: Bool { inputs.allSatisfy { $0.hasTrackQueue || $0.isClosed } }

    private var isAnyStarving: Bool { inputs.indices.contains { isStarving($0) } }

    private func isStarving(_ input: Int) -> Bool {
        if inputs[input].isClosed { return false }
        if !inputs[input].hasTrackQueue { return true }
        return lanes.contains { $0.input == input && $0.isOpen && $0.isEmpty && !$0.isSparse }
    }

    /// The queue with the earliest head, and the time of the second earliest head.
    private func earliestQueues() -> (earliest: Int, next: MediaInstant)? {
        var earliest: Int?
        var next = MediaInstant.distantFuture
        for index in lanes.indices where !lanes[index].isEmpty {
            guard let best = earliest else {
                earliest = index
                continue
            }
            if lanes[index].headTime < lanes[best].headTime {
                next = lanes[best].headTime
                earliest = index
            } else {
                next = min(next, lanes[index].headTime)
            }
        }
        return earliest.map { ($0, next) }
    }

    /// Throws when a track is further ahead of an input that the merge waits for than the limits of the lead allow.
    private func requireLead(_ index: Int) throws(StageError) {
        guard let limit = lanes[index].excess(over: lead),
            let starving = inputs.indices.first(where: { isStarving($0) })
        else { return }
        let lane = lanes[index]
        let ahead = MediaTime(lane.fill.duration).decimal(places: 1)
        let other = lanes.first { $0.input == starving && $0.isOpen && $0.isEmpty && !$0.isSparse }
        throw StageError(
            .limitReached,
            "the link from \(describe(lane.input, lane.track)) is \(ahead) s ahead of the link from "
                + "\(describe(starving, other?.track)), beyond the limit of \(limit); interleave the input more closely"
        )
    }

    private func describe(_ input: Int, _ track: Track.ID?) -> String {
        "'\(inputs[input].name)'" + (track.map { " (track \($0.rawValue))" } ?? "")
    }
}

extension Message {
    /// Whether the message opens its queue, so that the merge waits for the queue.
    fileprivate var opensQueue: Bool {
        switch self {
        case .track: true
        case .payload(let payload): payload.trackID == nil
        case .end, .gap: false
        }
    }
}
