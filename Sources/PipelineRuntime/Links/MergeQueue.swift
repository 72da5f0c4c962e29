import Media
package import StageKit

/// Messages of several inputs and tracks, given out in the order of media time.
///
/// There is a lane for each track of each input. Among the lanes that are open (announced and not ended) the payload
/// that stands earliest goes first, and none goes while an open lane is empty. Announcements and ends keep their
/// place in their lane and wait for nothing but the first announcement of every input. An input that has announced
/// nothing yet counts as an open, empty lane. Text comes now and then: nothing waits for it, and what of it is there
/// goes before everything else.
package struct MergeQueue<Content: Payload>: Sendable {
    private var lanes: [MergeLane<Content>] = []
    private var inputs: [Input]
    private let limits: LinkLimits
    /// Whether two inputs come from one source, so that holding one back may starve the other.
    private let related: [[Bool]]
    /// The inputs that have had several tracks at once.
    private var wereSeveral: Set<Int> = []

    private struct Input: Sendable {
        let name: String
        var isClosed = false
        var hasLane = false
    }

    /// A merge of inputs with these names, for messages; `related[a][b]` tells whether two have a source in common.
    package init(inputs: [String], limits: LinkLimits, related: [[Bool]]? = nil) {
        self.inputs = inputs.map { Input(name: $0) }
        self.limits = limits
        let all = Array(repeating: Array(repeating: true, count: inputs.count), count: inputs.count)
        self.related = related ?? all
    }

    /// How many messages lie in it.
    package var count: Int { lanes.reduce(0) { $0 + $1.fill.messages } }

    /// What lies in the lanes of an input together; times are those of the lane that holds the most.
    package func fill(of input: Int) -> LaneFill {
        var result = LaneFill()
        for lane in lanes where lane.input == input {
            if lane.fill.nanoseconds >= result.nanoseconds {
                (result.oldest, result.newest) = (lane.fill.oldest, lane.fill.newest)
            }
            result.messages += lane.fill.messages
            result.bytes += lane.fill.bytes
        }
        return result
    }

    /// Adds messages to the lanes of an input.
    ///
    /// Throws ``StageError/Code/limitReached`` when one lane holds more than `mergedBytes` while another is empty.
    package mutating func append(_ batch: [Message<Content>], from input: Int) throws(StageError) {
        var highWater = HighWater()
        try append(batch, from: input, &highWater)
    }

    /// Adds messages to the lanes of an input, and records how full its fullest lane was.
    mutating func append(
        _ batch: [Message<Content>], from input: Int, _ highWater: inout HighWater
    ) throws(StageError) {
        let before = lanes.map(\.fill)
        let touched = place(batch, from: input)
        for index in touched {
            highWater.record(lanes[index].fill, before: index < before.count ? before[index] : LaneFill())
        }
        for index in touched where lanes[index].footprint > limits.mergedBytes { try refuse(index) }
    }

    /// Tells that an input gives no more; its tracks count as ended.
    package mutating func close(_ input: Int) {
        inputs[input].isClosed = true
        for index in lanes.indices where lanes[index].input == input { lanes[index].isOpen = false }
        lanes.removeAll { !$0.isOpen && $0.isEmpty }
    }

    /// Tells that no input gives more.
    mutating func closeAll() { for input in inputs.indices { close(input) } }

    /// Whether whoever feeds an input should wait: a lane of it is over the limits, and no lane that depends on
    /// the same source is starving.
    package func isFull(_ input: Int) -> Bool {
        guard lanes.contains(where: { $0.input == input && $0.fill.reaches(limits) }) else { return false }
        return !inputs.indices.contains { related[input][$0] && isStarving($0) }
    }

    /// Whether an input may go beyond the limits: others depend on its source, or it has several tracks itself.
    func exceedsLimits(_ input: Int) -> Bool {
        related[input].indices.contains { $0 != input && related[input][$0] }
            || wereSeveral.contains(input)
    }

    /// Moves what can go, up to `most` messages, to the end of `batch`.
    @specialized(where Content == Sample)
    package mutating func take(into batch: inout [Message<Content>], most: Int) {
        while batch.count < most {
            if takeAnnouncements(into: &batch) { continue }
            guard !isAnyStarving, let (earliest, next) = earliestLanes() else { return }
            repeat {
                batch.append(lanes[earliest].removeFirst())
            } while batch.count < most && lanes[earliest].headHasTime && lanes[earliest].headTime <= next
        }
    }

    /// Whether there is something that can go.
    var canTake: Bool {
        if mayAnnounce, lanes.contains(where: { $0.headIsAnnouncement }) { return true }
        return !isAnyStarving && lanes.contains { !$0.isEmpty }
    }

    /// Forgets all messages; tells how many payloads there were.
    package mutating func removeAll() -> Int {
        let payloads = lanes.reduce(0) { $0 + $1.payloadCount }
        lanes = []
        return payloads
    }

    @specialized(where Content == Sample)
    private mutating func place(_ batch: [Message<Content>], from input: Int) -> [Int] {
        var touched: [Int] = []
        var current: Int?
        for message in batch {
            let (track, opens) = message.laneOpening
            if current.map({ lanes[$0].track != track }) ?? true {
                current = lane(of: track, from: input, opens: opens)
            }
            guard let index = current else { continue }
            lanes[index].append(message)
            if !touched.contains(index) { touched.append(index) }
        }
        return touched
    }

    private mutating func lane(of track: Track.ID?, from input: Int, opens: Bool) -> Int {
        if let index = lanes.firstIndex(where: { $0.input == input && $0.track == track }) {
            return index
        }
        if lanes.contains(where: { $0.input == input }) { wereSeveral.insert(input) }
        inputs[input].hasLane = true
        lanes.append(MergeLane(input: input, track: track, isOpen: opens && !inputs[input].isClosed))
        return lanes.count - 1
    }

    /// Moves announcements and ends that stand at the heads of lanes; tells whether there were any.
    private mutating func takeAnnouncements(into batch: inout [Message<Content>]) -> Bool {
        guard mayAnnounce else { return false }
        var found = false
        // In the order of the inputs, so that a run announces its tracks as any other run does.
        for index in lanes.indices.sorted(by: { (lanes[$0].input, $0) < (lanes[$1].input, $1) })
        where lanes[index].headIsAnnouncement {
            batch.append(lanes[index].removeFirst())
            found = true
        }
        if found { lanes.removeAll { !$0.isOpen && $0.isEmpty } }
        return found
    }

    /// Whether every input has said what it has; no payload goes before that either.
    private var mayAnnounce: Bool { inputs.allSatisfy { $0.hasLane || $0.isClosed } }

    private var isAnyStarving: Bool { inputs.indices.contains { isStarving($0) } }

    private func isStarving(_ input: Int) -> Bool {
        if inputs[input].isClosed { return false }
        if !inputs[input].hasLane { return true }
        return lanes.contains { $0.input == input && $0.isOpen && $0.isEmpty && !$0.isSparse }
    }

    /// The lane whose head stands earliest, and the time of the head that stands next.
    private func earliestLanes() -> (earliest: Int, next: Int64)? {
        var earliest: Int?
        var next = Int64.max
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

    private func refuse(_ index: Int) throws(StageError) {
        guard let starving = inputs.indices.first(where: { isStarving($0) }) else { return }
        let lane = lanes[index]
        let ahead = MediaTime.nanoseconds(lane.fill.nanoseconds).decimal(places: 1)
        let input = describe(lane.input, lane.track)
        let other = lanes.first { $0.input == starving && $0.isOpen && $0.isEmpty && !$0.isSparse }
        let waiting = describe(starving, other?.track)
        throw StageError(
            .limitReached,
            "\(input) is \(ahead) s ahead of \(waiting), more than the \(limits.mergedBytes >> 20) MiB that can be kept "
                + "to put them in order; interleave the input more closely")
    }

    private func describe(_ input: Int, _ track: Track.ID?) -> String {
        "input '\(inputs[input].name)'" + (track.map { " (track \($0.rawValue))" } ?? "")
    }
}

extension Message {
    /// The lane a message belongs to, and whether it opens that lane for the others to wait for.
    fileprivate var laneOpening: (track: Track.ID?, opens: Bool) {
        switch self {
        case .track(let track): (track.id, true)
        case .payload(let payload): (payload.trackID, payload.trackID == nil)
        case .end(let track), .gap(let track, _): (track, false)
        }
    }
}
