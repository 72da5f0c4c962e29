import Media
import StageKit

/// The queued messages of one track of one input, before they are merged with the other tracks.
struct MediaTimeLane<Content: Payload>: Sendable {
    let input: Int
    let track: Track.ID?
    /// Whether the merge waits for this queue while it is empty.
    var isOpen: Bool
    /// Whether the track is text, which is sparse: the merge does not wait for it, and sends it without delay.
    private(set) var isSparse = false
    private(set) var mediaType: MediaType?
    var isVideo: Bool { mediaType == .video }
    /// Whether the track is captured live, so that media it lacks may never arrive.
    private(set) var isLive = false
    /// Whether media, or a gap, has been appended.
    private(set) var hasBegun = false
    /// Whether nothing has been appended since the deadline of the link began.
    private(set) var isIdle = false
    /// Whether the merge no longer waits for media of the track.
    private(set) var isOverdue = false
    /// The end of the gap that replaces the media of an overdue track.
    private(set) var gapEnd = MediaInstant.distantPast
    private(set) var fill = FillLevel()
    private var messages: [Message<Content>] = []
    private var head = 0
    /// The time of the head; the distant past for payloads without a time, which are dequeued at once.
    private(set) var headTime = MediaInstant.distantPast
    /// Whether the head is a payload or a gap, which are dequeued in the order of media time.
    private(set) var headHasTime = false

    init(input: Int, track: Track.ID?, isOpen: Bool) {
        self.input = input
        self.track = track
        self.isOpen = isOpen
    }

    var isEmpty: Bool { head == messages.count }
    /// Whether the track is announced and has no media yet. A live track may never have any, so its announcement waits
    /// for its first media.
    var isAwaited: Bool { isLive && isOpen && !hasBegun && !isSparse }
    /// Whether the merge waits for media of the track.
    var isStarving: Bool { isOpen && !isSparse && !isOverdue && (isEmpty || isAwaited) }
    /// Whether the head may be dequeued in the order of media time.
    var isReady: Bool { !isEmpty && !isAwaited }
    var headIsAnnouncement: Bool { isReady && !headHasTime }
    /// The track as media that the merge waits for.
    var awaitedMedia: AwaitedMedia {
        AwaitedMedia(input: input, track: track, mediaType: mediaType, hasBegun: hasBegun)
    }
    var payloadCount: Int { measureMessages(messages, in: head..<messages.count).payloads }

    /// Returns the limit that the queue exceeds, as text; nil if there is none. The size includes the messages
    /// themselves.
    func excess(over lead: LeadLimits) -> String? {
        let bytes = fill.bytes + fill.messages * MemoryLayout<Message<Content>>.stride
        if bytes > lead.bytes { return "\(lead.bytes >> 20) MiB" }
        if fill.messages > lead.messages { return "\(lead.messages) messages" }
        if fill.duration > lead.duration {
            return MediaTime(lead.duration).decimal(places: 1) + " s"
        }
        return nil
    }

    @specialized(where Content == Sample)
    mutating func append(_ message: Message<Content>) {
        if head > 32, head > messages.count / 2 { compact() }
        messages.append(message)
        fill.add(1, measure(message))
        switch message {
        case .track(let track):
            isOpen = true
            isSparse = track.mediaType == .text
            (mediaType, isLive) = (track.mediaType, track.liveOrigin != nil)
        case .end: isOpen = false
        case .payload, .gap: (hasBegun, isIdle, isOverdue) = (true, false, false)
        }
        if messages.count == head + 1 { readHead() }
    }

    @specialized(where Content == Sample)
    mutating func removeFirst() -> Message<Content> {
        let message = messages[head]
        head += 1
        fill.remove(1, measure(message))
        if isEmpty {
            messages.removeAll(keepingCapacity: true)
            head = 0
        }
        readHead()
        return message
    }

    /// Begins the deadline for media of the track.
    mutating func beginDeadline() { isIdle = true }

    /// Stops waiting for media of the track, until some is appended.
    mutating func markOverdue() { isOverdue = true }

    /// Returns the gap that replaces the media of an overdue track up to `time`; nil if it is not due.
    mutating func gap(until time: MediaInstant) -> Message<Content>? {
        guard isOverdue, hasBegun, isEmpty, let track, time.nanoseconds > gapEnd.nanoseconds &+ Self.gapStep else {
            return nil
        }
        gapEnd = time
        return .gap(track, until: MediaTime(time))
    }

    /// The minimum duration by which a gap is extended, in nanoseconds.
    private static var gapStep: Int64 { 100_000_000 }

    private mutating func compact() {
        messages.removeFirst(head)
        head = 0
    }

    @specialized(where Content == Sample)
    private mutating func readHead() {
        headHasTime = false
        headTime = .distantPast
        guard head < messages.count else { return }
        switch messages[head] {
        case .payload(let payload):
            headHasTime = true
            headTime = isSparse ? .distantPast : payload.linkTime ?? .distantPast
            fill.oldest = payload.linkTime ?? fill.oldest
        case .gap(_, let until):
            // The other queues may advance to the end of the gap; the gap is dequeued once they have reached it.
            headHasTime = true
            headTime = isSparse ? .distantPast : MediaInstant(until)
        case .track, .end: break
        }
    }

    @specialized(where Content == Sample)
    private func measure(_ message: Message<Content>) -> BatchMeasure {
        guard case .payload(let payload) = message else { return BatchMeasure() }
        let time = payload.linkTime
        return BatchMeasure(payloads: 1, bytes: payload.byteCount, first: time, last: time)
    }
}
