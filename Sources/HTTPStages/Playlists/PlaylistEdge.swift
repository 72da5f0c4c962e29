import HLS
import Media

/// How far a media playlist is, and what that means for those who ask for more (RFC 8216bis 6.2.5.2).
struct PlaylistEdge: Sendable, Hashable {
    /// What is done about a request.
    enum Decision: Sendable, Hashable {
        /// The playlist has what was asked for.
        case answer
        /// It will have it soon.
        case wait
        /// It will not have it for so long that the request is a mistake.
        case refuse(String)
    }

    /// The number of the last whole segment; one less than that of the first where there is none.
    var lastSegment: Int
    /// The parts that the last whole segment is listed with.
    var lastSegmentParts: Int
    /// The parts that are there of the segment after it.
    var upcomingParts: Int
    /// How many parts past the last one may be asked for.
    var advancePartLimit: Int
    /// In seconds.
    var targetDuration: Int
    /// Whether nothing more will come.
    var isEnded: Bool
    /// Whether players may wait for what is to come.
    var canBlock: Bool

    init(_ playlist: MediaPlaylist) {
        lastSegment = playlist.mediaSequence &+ (playlist.skip?.count ?? 0) &+ playlist.segments.count &- 1
        lastSegmentParts = playlist.segments.last?.parts.count ?? 0
        upcomingParts = playlist.upcoming?.parts.count ?? 0
        targetDuration = playlist.targetDuration
        isEnded = playlist.hasEndList
        canBlock = playlist.serverControl?.canBlockReload ?? false
        let partTarget = playlist.partTarget?.seconds ?? 1
        advancePartLimit = partTarget < 1 && partTarget > 0 ? Int((3 / max(partTarget, 0.001)).rounded(.up)) : 3
    }

    /// The longest that a request may wait, in nanoseconds.
    var patience: Int64 { Int64(clamping: targetDuration).multipliedClamping(by: 3_000_000_000) }

    /// What is done about a request with these directives.
    func decision(for directives: DeliveryDirectives) -> Decision {
        guard canBlock, !isEnded, let wanted = directives.mediaSequence else { return .answer }
        if wanted < lastSegment { return .answer }
        if wanted == lastSegment {
            // A part behind the last one is the first one of the next segment.
            guard let part = directives.part, part >= lastSegmentParts, lastSegmentParts > 0 else { return .answer }
            return upcomingParts > 0 ? .answer : .wait
        }
        if wanted - lastSegment > 2 {
            return .refuse("_HLS_msn is more than two past \(lastSegment), the last segment")
        }
        guard let part = directives.part else { return .wait }
        let isNext = wanted == lastSegment &+ 1
        if isNext, part < upcomingParts { return .answer }
        if part - (isNext ? upcomingParts - 1 : -1) > advancePartLimit {
            return .refuse("_HLS_part is more than \(advancePartLimit) past the last part")
        }
        return .wait
    }
}

extension Int64 {
    /// The product, or the greatest number there is.
    func multipliedClamping(by factor: Int64) -> Int64 {
        let product = multipliedReportingOverflow(by: factor)
        return product.overflow ? .max : product.partialValue
    }
}
