import Media
import StageKit

/// Messages that pass through a chain together, measured once.
struct Batch<Content: Payload>: Sendable {
    let messages: [Message<Content>]
    let measure: BatchMeasure

    init(_ messages: [Message<Content>]) {
        self.messages = messages
        measure = measureMessages(messages, in: 0..<messages.count)
    }

    /// Whether any message is not a payload.
    var hasAnnouncements: Bool { measure.payloads != messages.count }
}

/// Counts and measures messages. Specialized for the payloads of this package, so that it needs no type lookup per
/// message.
@specialized(where Content == Sample)
@specialized(where Content == Frame)
func measureMessages<Content: Payload>(_ messages: [Message<Content>], in range: Range<Int>) -> BatchMeasure {
    var measure = BatchMeasure()
    for index in range {
        guard case .payload(let payload) = messages[index] else { continue }
        measure.payloads += 1
        measure.bytes += payload.byteCount
        if Content.self == Segment.self || Content.self == Resource.self {
            measure.repeatedBytes += repeatedBytes(of: payload)
        }
        if payload.isHeader { measure.headers += 1 }
        if measure.first == nil { measure.first = payload.linkTime }
    }
    guard measure.first != nil else { return measure }
    for index in range.reversed() {
        if case .payload(let payload) = messages[index], let time = payload.linkTime {
            (measure.last, measure.lastEnd) = (time, payload.linkEnd)
            break
        }
    }
    return measure
}

/// The bytes of a payload that figures do not count, because another payload contains them or no file does.
private func repeatedBytes(of payload: some Payload) -> Int {
    switch payload {
    case let segment as Segment: segment.kind == .part ? segment.byteCount : 0
    case let resource as Resource: resource.byteCount - (resource.role == .part ? 0 : resource.fileSize)
    default: 0
    }
}

/// The end of the messages that have the same track as the one at `start`.
@specialized(where Content == Sample)
@specialized(where Content == Frame)
func endOfTrackRun<Content: Payload>(_ messages: [Message<Content>], from start: Int, to end: Int) -> Int {
    let track = messages[start].laneTrack
    var index = start + 1
    while index < end, messages[index].laneTrack == track { index += 1 }
    return index
}

extension Message {
    var isPayload: Bool { if case .payload = self { true } else { false } }
    /// The track that the message counts for in a queue; nil for payloads without a track.
    var laneTrack: Track.ID? {
        switch self {
        case .track(let track): track.id
        case .payload(let payload): payload.trackID
        case .end(let id), .gap(let id, _): id
        }
    }
}
