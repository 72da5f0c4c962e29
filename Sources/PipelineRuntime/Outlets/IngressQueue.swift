package import Media
package import StageKit

/// What foreign threads have offered and the chain below has not taken yet, with limits for each track.
package struct IngressQueue<Content: Payload>: Sendable {
    /// What becomes of a message that is offered.
    package enum Verdict: Sendable, Hashable {
        case taken
        case dropped
        /// The lane is full and the offering thread should wait.
        case full
        /// The lane is full and the run is to fail.
        case overflow
        /// Nobody takes messages any more.
        case closed
    }

    private struct Lane: Sendable {
        let track: Track.ID?
        var fill = LaneFill()
        var highWater = HighWater()
        var isDropping = false
        var dropped = 0
    }

    private let policy: FullPolicy
    private let limits: LinkLimits
    private var lanes: [Lane] = []
    private var messages: [Message<Content>] = []
    /// Whether offers are refused.
    package private(set) var isClosed = false
    /// How many messages were accepted, ever.
    private(set) var accepted = 0
    /// How many of them have gone down the chain.
    var passed = 0

    package init(policy: FullPolicy, limits: LinkLimits) {
        self.policy = policy
        self.limits = limits
    }

    package var count: Int { messages.count }
    /// Payloads dropped because a lane was full, by track.
    package var dropped: [(track: Track.ID?, count: Int)] {
        lanes.filter { $0.dropped > 0 }.map { ($0.track, $0.dropped) }
    }
    package var highWater: HighWater {
        // The limits are those of a lane.
        lanes.reduce(into: HighWater()) { $0.join($1.highWater) }
    }

    /// Takes a message, or says why not. Announcements and ends are always taken.
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

    /// Whether the lane of a message is full.
    package func isFull(for track: Track.ID?) -> Bool {
        lanes.first { $0.track == track }?.fill.reaches(limits) ?? false
    }

    /// Moves everything into `batch`, which is empty.
    package mutating func take(into batch: inout [Message<Content>]) {
        swap(&batch, &messages)
        for index in lanes.indices { lanes[index].fill = LaneFill() }
    }

    /// Refuses offers from now on; what was taken stays, unless it is to be forgotten too.
    package mutating func close(forgetting: Bool) {
        isClosed = true
        if forgetting {
            passed = accepted
            messages = []
        }
    }

    /// A gap behind a gap of the same track takes its place, so that a loss does not fill the queue.
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
