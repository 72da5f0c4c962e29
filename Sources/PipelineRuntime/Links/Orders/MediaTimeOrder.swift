import Media
import StageKit

/// The messages of a link in the order of media time: merges several inputs and their tracks.
///
/// Each track of each input has a queue, which is open from the announcement of its track to its end. The earliest
/// payload at the head of any queue is dequeued first, and no payload is dequeued while an open queue is empty.
/// Announcements and ends keep their position within their queue and wait only until every input has announced its
/// first track, and live tracks have media. An input that has announced no track yet counts as an open, empty queue.
///
/// The link marks inputs and live tracks as overdue whose media does not arrive; the merge does not wait for them. If
/// such a track has had media, gaps replace it until it returns. Text is sparse: the merge does not wait for it, and
/// queued text is dequeued before other payloads.
struct MediaTimeOrder<Content: Payload>: Sendable {
    private var lanes: [MediaTimeLane<Content>] = []
    private var inputs: [Input]
    private let lead: LeadLimits
    /// Whether two inputs have a source in common, so that blocking one may starve the other.
    private let related: [[Bool]]
    /// The inputs that have had more than one track at a time.
    private var inputsWithSeveralTracks: Set<Int> = []
    /// Whether a payload has been dequeued.
    private var hasDequeuedPayload = false
    /// The newest video at the last observation.
    private var observedVideo: MediaTime?
    /// The overdue tracks that have media again and were not reported.
    private var returned: [AwaitedMedia] = []

    private struct Input: Sendable {
        let name: String
        var isClosed = false
        var hasTrackQueue = false
        /// Whether the merge no longer waits for the first track.
        var isOverdue = false
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

    /// The highest fill levels of the tracks of an input.
    func fill(of input: Int) -> HighWaterMark.Batch {
        lanes.reduce(into: HighWaterMark.Batch()) { if $1.input == input { $0.raise(to: $1.fill) } }
    }

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
        for message in batch { append(message, to: index) }
        highWater.record(lanes[index].fill, before: before)
        try requireLead(index)
    }

    @specialized(where Content == Sample)
    private mutating func append(_ message: Message<Content>, to index: Int) {
        let wasOverdue = lanes[index].isOverdue
        lanes[index].append(message)
        if wasOverdue, !lanes[index].isOverdue { returned.append(lanes[index].awaitedMedia) }
    }

    /// Ends an input and all its tracks.
    mutating func close(_ input: Int) {
        inputs[input].isClosed = true
        for index in lanes.indices where lanes[index].input == input { lanes[index].isOpen = false }
        lanes.removeAll { !$0.isOpen && $0.isEmpty }
    }

    /// The inputs that hold back the media of the others, because they have announced no track.
    private var inputsWithoutTracks: [Int] {
        guard lanes.contains(where: { $0.fill.bytes > 0 }) else { return [] }
        return inputs.indices.filter { !inputs[$0].isClosed && !inputs[$0].hasTrackQueue && !inputs[$0].isOverdue }
    }

    /// Whether an input without a track, or a live track without media, holds back the media of the others.
    var isHeldUp: Bool { !allInputsAnnounced && !inputsWithoutTracks.isEmpty || isHeldByLiveTrack }

    private var isHeldByLiveTrack: Bool {
        // Tracks starve briefly all the time, because their media does not arrive in order.
        heldDuration >= TrackDeadline.minimumHold && lanes.contains { $0.isLive && $0.isStarving }
    }

    /// The media time that the merge holds back.
    var heldDuration: Duration { lanes.reduce(.zero) { max($0, $1.fill.duration) } }

    /// Begins the deadline for the media that the merge waits for.
    mutating func beginDeadline() { for index in lanes.indices { lanes[index].beginDeadline() } }

    /// The media that the merge has waited for since the deadline began.
    var awaited: [AwaitedMedia] {
        inputsWithoutTracks.map { AwaitedMedia(input: $0) }
            + lanes.filter { $0.isLive && $0.isStarving && $0.isIdle }.map(\.awaitedMedia)
    }

    /// Stops waiting for media. A track that arrives later is merged from then on.
    mutating func markOverdue(_ awaited: AwaitedMedia) {
        guard awaited.track != nil else { return inputs[awaited.input].isOverdue = true }
        for index in lanes.indices where lanes[index].input == awaited.input && lanes[index].track == awaited.track {
            lanes[index].markOverdue()
        }
    }

    /// The media that the merge stopped waiting for and that has not arrived since.
    var overdue: [AwaitedMedia] {
        let absent = inputs.indices.filter {
            inputs[$0].isOverdue && !inputs[$0].hasTrackQueue && !inputs[$0].isClosed
        }
        return absent.map { AwaitedMedia(input: $0) }
            + lanes.filter { $0.isOverdue && $0.isOpen }.map(\.awaitedMedia)
    }

    /// Returns and removes the overdue media that has arrived since.
    mutating func drainReturned() -> [AwaitedMedia] {
        if returned.isEmpty { return [] }
        defer { returned = [] }
        return returned
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
            hasDequeuedPayload = true
            if hasOverdueTrack { appendGaps(until: lanes[earliest].headTime, to: &batch) }
            repeat {
                batch.append(lanes[earliest].removeFirst())
            } while batch.count < upTo && lanes[earliest].headHasTime && lanes[earliest].headTime <= next
        }
    }

    private var hasOverdueTrack: Bool { lanes.contains { $0.isOverdue } }

    /// Appends the gaps that replace the media of overdue tracks.
    private mutating func appendGaps(until time: MediaInstant, to batch: inout [Message<Content>]) {
        for index in lanes.indices {
            if let gap = lanes[index].gap(until: time) { batch.append(gap) }
        }
    }

    /// Whether any message is ready.
    var hasReadyMessages: Bool {
        if allInputsAnnounced, lanes.contains(where: { $0.headIsAnnouncement }) { return true }
        return !isAnyStarving && lanes.contains { $0.isReady }
    }

    /// Whether ``observeHeldVideo()`` returns video.
    var holdsNewVideo: Bool { newHeldVideo != nil }

    /// Returns the video that is held back, once per step of media time; nil if no video is held for long.
    mutating func observeHeldVideo() -> HeldVideo? {
        guard let newest = newHeldVideo else { return nil }
        defer { observedVideo = newest }
        return HeldVideo(until: newest, earlier: observedVideo)
    }

    private var newHeldVideo: MediaTime? {
        var newest: MediaTime?
        for lane in lanes where lane.isVideo && !lane.isEmpty {
            // In the usual case the consumer has received nearly all media, and sends its requests itself.
            guard !hasDequeuedPayload || lane.fill.duration >= HeldVideo.step.duration,
                let time = lane.fill.newest.map(MediaTime.init)
            else { continue }
            if let observedVideo, time < observedVideo + HeldVideo.step { continue }
            newest = max(newest ?? time, time)
        }
        return newest
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
            append(message, to: index)
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

    /// Whether every input has announced a track or ended, and live tracks have media; no message is dequeued before.
    private var allInputsAnnounced: Bool {
        inputs.allSatisfy { $0.hasTrackQueue || $0.isClosed || $0.isOverdue }
            && !lanes.contains { $0.isAwaited && !$0.isOverdue }
    }

    private var isAnyStarving: Bool { inputs.indices.contains { isStarving($0) } }

    private func isStarving(_ input: Int) -> Bool {
        if inputs[input].isClosed { return false }
        if !inputs[input].hasTrackQueue { return !inputs[input].isOverdue }
        return lanes.contains { $0.input == input && $0.isStarving }
    }

    /// The queue with the earliest head, and the time of the second earliest head.
    private func earliestQueues() -> (earliest: Int, next: MediaInstant)? {
        var earliest: Int?
        var next = MediaInstant.distantFuture
        for index in lanes.indices where lanes[index].isReady {
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
        let other = lanes.first { $0.input == starving && $0.isStarving }
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
