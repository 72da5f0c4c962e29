import Media
import StageKit

/// The messages of one track of one input, waiting to be merged with others.
struct MergeLane<Content: Payload>: Sendable {
    let input: Int
    let track: Track.ID?
    /// Whether others wait for it while it is empty.
    var isOpen: Bool
    /// Whether it is text, which comes now and then: nobody waits for it, and it waits for nobody.
    private(set) var isSparse = false
    private(set) var fill = LaneFill()
    private var messages: [Message<Content>] = []
    private var head = 0
    /// Where the head stands, in nanoseconds; payloads without a time go at once.
    private(set) var headTime = Int64.min
    /// Whether the head is a payload or a gap, which go in the order of media time.
    private(set) var headHasTime = false

    init(input: Int, track: Track.ID?, isOpen: Bool) {
        self.input = input
        self.track = track
        self.isOpen = isOpen
    }

    var isEmpty: Bool { head == messages.count }
    var headIsAnnouncement: Bool { !isEmpty && !headHasTime }
    var payloadCount: Int { measureMessages(messages, in: head..<messages.count).payloads }
    /// Bytes of payloads and of the messages themselves.
    var footprint: Int { fill.bytes + fill.messages * MemoryLayout<Message<Content>>.stride }

    @specialized(where Content == Sample)
    mutating func append(_ message: Message<Content>) {
        if head > 32, head > messages.count / 2 { compact() }
        messages.append(message)
        fill.add(1, measure(message))
        switch message {
        case .track(let track):
            isOpen = true
            isSparse = track.mediaType == .text
        case .end: isOpen = false
        case .payload, .gap: break
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

    private mutating func compact() {
        messages.removeFirst(head)
        head = 0
    }

    @specialized(where Content == Sample)
    private mutating func readHead() {
        headHasTime = false
        headTime = .min
        guard head < messages.count else { return }
        switch messages[head] {
        case .payload(let payload):
            headHasTime = true
            headTime = isSparse ? .min : payload.linkTime ?? .min
            fill.oldest = payload.linkTime ?? fill.oldest
        case .gap(_, let until):
            // Lets the others go on up to its end, and goes when they have.
            headHasTime = true
            headTime = isSparse ? .min : until.nanoseconds
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
