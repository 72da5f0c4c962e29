import HLS
import Media

/// The live edge of a media playlist, which decides whether a blocking request is answered, held or rejected (RFC
/// 8216bis 6.2.5.2).
struct LiveEdge: Sendable, Hashable {
    /// The handling of a blocking request.
    enum Decision: Sendable, Hashable {
        /// The playlist contains the requested segment or part.
        case answer
        /// The segment or part is expected soon: hold the request.
        case wait
        /// The segment or part is too far ahead: reject the request with this message.
        case reject(String)
    }

    /// The media sequence number of the last complete segment; one less than the first number if there is none.
    var lastSegment: Int
    /// The number of parts listed for the last complete segment.
    var lastSegmentParts: Int
    /// The number of parts published for the next segment.
    var nextSegmentParts: Int
    /// The maximum number of parts that a request may be ahead of the last part.
    var advancePartLimit: Int
    /// The target duration, in seconds.
    var targetDuration: Int
    /// Whether the playlist is complete (EXT-X-ENDLIST).
    var isEnded: Bool
    /// Whether requests may be held (CAN-BLOCK-RELOAD).
    var canBlock: Bool

    init(_ playlist: MediaPlaylist) {
        lastSegment = playlist.mediaSequence &+ (playlist.skip?.count ?? 0) &+ playlist.segments.count &- 1
        lastSegmentParts = playlist.segments.last?.parts.count ?? 0
        nextSegmentParts = playlist.upcoming?.parts.count ?? 0
        targetDuration = playlist.targetDuration
        isEnded = playlist.hasEndList
        canBlock = playlist.serverControl?.canBlockReload ?? false
        let partTarget = playlist.partTarget?.seconds ?? 1
        advancePartLimit = partTarget < 1 && partTarget > 0 ? Int((3 / max(partTarget, 0.001)).rounded(.up)) : 3
    }

    /// The maximum time that a request is held: three target durations.
    var maximumWait: Duration { .seconds(targetDuration) * 3 }

    /// Decides how to handle a request with these directives.
    func decision(for directives: DeliveryDirectives) -> Decision {
        guard canBlock, !isEnded, let wanted = directives.mediaSequence else { return .answer }
        if wanted < lastSegment { return .answer }
        if wanted == lastSegment {
            // A part number past the segment's last part means the first part of the next segment (RFC 8216bis
            // 6.2.5.2).
            guard let part = directives.part, part >= lastSegmentParts, lastSegmentParts > 0 else { return .answer }
            return nextSegmentParts > 0 ? .answer : .wait
        }
        if wanted - lastSegment > 2 {
            return .reject("_HLS_msn is more than two past the last segment, \(lastSegment)")
        }
        guard let part = directives.part else { return .wait }
        let isNext = wanted == lastSegment &+ 1
        if isNext, part < nextSegmentParts { return .answer }
        if part - (isNext ? nextSegmentParts - 1 : -1) > advancePartLimit {
            return .reject("_HLS_part is more than \(advancePartLimit) past the last part")
        }
        return .wait
    }
}
