package import Media
package import StageKit

/// A queue of messages offered by threads outside the Swift concurrency pool, with limits for each track.
package struct OfferQueue<Content: Payload>: Sendable {
    /// The result of offering a message.
    package enum Verdict: Sendable, Hashable {
        case taken
        case dropped
        /// The track's queue is full and the offering thread should wait.
        case full
        /// The track's queue is full and the run should fail.
        case overflow
        /// The queue is closed and the message is discarded.
        case closed
    }

    private struct Lane: Sendable {
        let track: Track.ID?
        var fill = LaneLevel()
        var highWater = HighWaterMark()
        var isDropping = false
        var dropped = 0
    }

    private let policy: OverflowPolicy
    private let limits: LinkLimits
    private var lanes: [Lane] = []
    private var messages: [Message<Content>] = []
    /// Whether offers are rejected.
    package private(set) var isClosed = false
    /// The total number of messages accepted.
    private(set) var accepted = 0
    /// The number of accepted messages that the chain below has processed.
    var passed = 0

    package init(policy: OverflowPolicy, limits: LinkLimits) {
        self.policy = policy
        self.limits = limits
    }

    package var count: Int { messages.count }
    /// The number of payloads dropped because a queue was full, by track.
    package var dropped: [(track: Track.ID?, count: Int)] {
        lanes.filter { $0.dropped > 0 }.map { ($0.track, $0.dropped) }
    }
    package var highWater: HighWaterMark {
        // The limits apply to each track, so the maximum over the tracks is comparable with them.
        lanes.reduce(into: HighWaterMark()) { $0.join($1.highWater) }
    }

    /// Offers a message. Announcements, gaps and ends are always accepted while the queue is open.
    package mutating func offer(_ message: Message<Content>) -> Verdict {
        if isClosed { return .closed }
        guard case .payload(let payload) = message else {
            if !prolongs(message) { accept(message) }
            return .taken
        }
        let index = lane(of: payload.trackID)
        if lanes[index].fill.reaches(limits) { return refuse(index) }
        if lanes[index].isDropping {
            guard payload.isIndependent else { return drop(index) }
            lanes[index].isDropping = false
        }
        let (time, before) = (payload.linkTime, lanes[index].fill)
        lanes[index].fill.add(1, BatchMeasure(payloads: 1, bytes: payload.byteCount, first: time, last: time))
        lanes[index].highWater.record(lanes[index].fill, before: before)
        accept(message)
        return .taken
    }

    /// Whether the queue of a track is full.
    package func isFull(for track: Track.ID?) -> Bool {
        lanes.first { $0.track == track }?.fill.reaches(limits) ?? false
    }

    /// Moves all messages into `batch`, which is empty on entry.
    package mutating func take(into batch: inout [Message<Content>]) {
        swap(&batch, &messages)
        for index in lanes.indices { lanes[index].fill = LaneLevel() }
    }

    /// Rejects further offers; discards queued messages too if `discarding` is true.
    package mutating func close(forgetting: Bool) {
        isClosed = true
        if forgetting {
            passed = accepted
            messages = []
        }
    }

    /// Replaces a gap at the end of the queue by a later gap of the same track, so that a long loss does not fill the
    /// queue.
    private mutating func prolongs(_ message: Message<Content>) -> Bool {
        guard case .gap(let track, _) = message, case .gap(track, _)? = messages.last else { return false }
        messages[messages.count - 1] = message
        return true
    }

    private mutating func accept(_ message: Message<Content>) {
        messages.append(message)
        accepted += 1
    }

    private mutating func refuse(_ index: Int) -> Verdict {
        switch policy {
        case .wait: return .full
        case .fail: return .overflow
        case .dropToKeyframe: return drop(index)
        }
    }

    private mutating func drop(_ index: Int) -> Verdict {
        lanes[index].isDropping = true
        lanes[index].dropped += 1
        return .dropped
    }

    private mutating func lane(of track: Track.ID?) -> Int {
        if let index = lanes.firstIndex(where: { $0.track == track }) { return index }
        lanes.append(Lane(track: track))
        return lanes.count - 1
    }
}
