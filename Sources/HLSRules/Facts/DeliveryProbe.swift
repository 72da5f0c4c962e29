import HLS
package import Media

/// What a request asked of a server that can hold playlists back, and what came of it (RFC 8216bis 6.2.5).
package struct DeliveryProbe: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The playlist with the next part.
        case nextPart
        /// The playlist with the next segment.
        case nextSegment
        /// A part behind the last one of a whole segment, which stands for the first of the next.
        case partPastSegmentEnd
        /// A part of no segment.
        case partWithoutSegment
        /// A segment too far in the future.
        case tooFarAhead
        /// A directive that is no number.
        case malformed
        /// The bytes of a part that was hinted, asked for before it was there.
        case hintedPart

        /// Whether the server is to hold the answer until there is something to say.
        package var isBlocking: Bool { [.nextPart, .nextSegment].contains(self) }
        /// Whether the server is to refuse it.
        package var isInvalid: Bool { [.partWithoutSegment, .tooFarAhead, .malformed].contains(self) }
    }

    package var kind: Kind
    /// What was asked for.
    package var requested: PlaylistEdge
    /// How far the playlist was that came; nil where none came.
    package var delivered: PlaylistEdge?
    /// Whether the answer is the same as what was there before.
    package var isUnchanged: Bool

    package init(kind: Kind, requested: PlaylistEdge, delivered: PlaylistEdge? = nil, isUnchanged: Bool = false) {
        self.kind = kind
        self.requested = requested
        self.delivered = delivered
        self.isUnchanged = isUnchanged
    }
}

/// The playlist that an exchange belongs to, as far as rules of servers care.
package struct ServedPlaylist: Sendable, Hashable {
    /// In seconds; nil where it is not known.
    package var targetDuration: Int?
    /// nil where it has no parts.
    package var partTarget: MediaTime?
    /// Whether segments may still come.
    package var isLive: Bool

    package init(targetDuration: Int?, partTarget: MediaTime? = nil, isLive: Bool) {
        // What a playlist says may be any number.
        self.targetDuration = targetDuration.map { min(max($0, 0), 1 << 20) }
        self.partTarget = partTarget
        self.isLive = isLive
    }

    package init(_ playlist: CheckedPlaylist) {
        self.init(
            targetDuration: playlist.text.targetDuration, partTarget: playlist.media?.partTarget,
            isLive: playlist.text.isLive)
    }

    /// Target durations as a time; nil where there is none.
    package func targetDurations(_ count: Double) -> MediaTime? {
        targetDuration.map { MediaTime(value: Int64(Double($0) * count * 1000), timescale: 1000) }
    }
}
