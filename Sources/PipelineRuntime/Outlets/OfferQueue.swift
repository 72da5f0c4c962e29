package import Media
package import StageKit

/// A queue of messages offered by threads outside the Swift concurrency pool, with limits for each track.
package struct OfferQueue<Content: Payload>: Sendable {
    /// The result of offering a message.
    package enum OfferResult: Sendable, Hashable {
        case accepted
        case dropped
        /// The track's queue is full and the offering thread should wait.
        case full
        /// The track's queue is full and the run should fail.
        case overflow
        /// The queue is closed and the message is discarded.
        case closed
    }

    private struct TrackQueue: Sendable {
        let track: Track.ID?
        var fill = FillLevel()
        var highWater = HighWaterMark()
        var isDropping = false
        var dropped = 0
    }

    private let policy: OverflowPolicy
    private let limits: LinkLimits
    private var trackQueues: [TrackQueue] = []
    private var messages: [Message<Content>] = []
    /// Whether offers are rejected.
    package private(set) var isClosed = false
    /// The total number of messages accepted.
    private(set) var accepted = 0
    /// The number of accepted messages that the chain below has processed.
    var processed = 0

    package init(policy: OverflowPolicy, limits: LinkLimits) {
        self.policy = policy
        self.limits = limits
    }

    package var count: Int { messages.count }
    /// The number of payloads dropped because a queue was full, by track.
    package var dropped: [(track: Track.ID?, count: Int)] {
        trackQueues.filter { $0.dropped > 0 }.map { ($0.track, $0.dropped) }
    }
    package var highWater: HighWaterMark {
        // The limits apply to each track, so the maximum over the tracks is comparable with them.
        trackQueues.reduce(into: HighWaterMark()) { $0.join($1.highWater) }
    }

    /// Offers a message. Announcements, gaps and ends are always accepted while the queue is open.
    package mutating func offer(_ message: Message<Content>) -> OfferResult {
        if isClosed { return .closed }
        guard case .payload(let payload) = message else {
            if !replacesLastGap(message) { accept(message) }
            return .accepted
        }
        let index = queueIndex(of: payload.trackID)
        if trackQueues[index].fill.reaches(limits) { return applyPolicy(index) }
        if trackQueues[index].isDropping {
            guard payload.isIndependent else { return drop(index) }
            trackQueues[index].isDropping = false
        }
        let (time, before) = (payload.linkTime, trackQueues[index].fill)
        trackQueues[index].fill.add(1, BatchMeasure(payloads: 1, bytes: payload.byteCount, first: time, last: time))
        trackQueues[index].highWater.record(trackQueues[index].fill, before: before)
        accept(message)
        return .accepted
    }

    /// Whether the queue of a track is full.
    package func isFull(for track: Track.ID?) -> Bool {
        trackQueues.first { $0.track == track }?.fill.reaches(limits) ?? false
    }

    /// Moves all messages into `batch`, which is empty on entry.
    package mutating func dequeueAll(into batch: inout [Message<Content>]) {
        swap(&batch, &messages)
        for index in trackQueues.indices { trackQueues[index].fill = FillLevel() }
    }

    /// Rejects further offers; discards queued messages too if `discarding` is true.
    package mutating func close(discarding: Bool) {
        isClosed = true
        if discarding {
            processed = accepted
            messages = []
        }
    }

    /// Replaces a gap at the end of the queue by a later gap of the same track, so that a long loss does not fill the
    /// queue.
    private mutating func replacesLastGap(_ message: Message<Content>) -> Bool {
        guard case .gap(let track, _) = message, case .gap(track, _)? = messages.last else { return false }
        messages[messages.count - 1] = message
        return true
    }

    private mutating func accept(_ message: Message<Content>) {
        messages.append(message)
        accepted += 1
    }

    private mutating func applyPolicy(_ index: Int) -> OfferResult {
        switch policy {
        case .wait: return .full
        case .fail: return .overflow
        case .dropToKeyframe: return drop(index)
        }
    }

    private mutating func drop(_ index: Int) -> OfferResult {
        trackQueues[index].isDropping = true
        trackQueues[index].dropped += 1
        return .dropped
    }

    private mutating func queueIndex(of track: Track.ID?) -> Int {
        if let index = trackQueues.firstIndex(where: { $0.track == track }) { return index }
        trackQueues.append(TrackQueue(track: track))
        return trackQueues.count - 1
    }
}
