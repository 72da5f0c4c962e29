import HLS
package import Media

/// A request for blocking playlist reload or a hinted part, and its result (RFC 8216bis 6.2.5).
package struct DeliveryProbe: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The playlist with the next part.
        case nextPart
        /// The playlist with the next segment.
        case nextSegment
        /// A part index beyond the last part of a complete segment, which refers to the first part of the next segment.
        case partPastSegmentEnd
        /// `_HLS_part` without `_HLS_msn`.
        case partWithoutSegment
        /// A segment too far ahead.
        case tooFarAhead
        /// A directive that is not a number.
        case malformed
        /// A hinted part, requested before it is available.
        case hintedPart

        /// Whether the server should block the request until the playlist is updated.
        package var isBlocking: Bool { [.nextPart, .nextSegment].contains(self) }
        /// Whether the server should reject the request.
        package var isInvalid: Bool { [.partWithoutSegment, .tooFarAhead, .malformed].contains(self) }
    }

    package var kind: Kind
    /// The requested position.
    package var requested: PlaylistEdge
    /// The last position in the returned playlist; nil if none was returned.
    package var delivered: PlaylistEdge?
    /// Whether the response equals the previous playlist.
    package var isUnchanged: Bool

    package init(kind: Kind, requested: PlaylistEdge, delivered: PlaylistEdge? = nil, isUnchanged: Bool = false) {
        self.kind = kind
        self.requested = requested
        self.delivered = delivered
        self.isUnchanged = isUnchanged
    }
}

/// The properties of a playlist that server rules use.
package struct ServedPlaylist: Sendable, Hashable {
    /// The target duration in seconds; nil if unknown.
    package var targetDuration: Int?
    /// The part target duration; nil without parts.
    package var partTarget: MediaTime?
    /// Whether further segments may be added.
    package var isLive: Bool

    package init(targetDuration: Int?, partTarget: MediaTime? = nil, isLive: Bool) {
        // The declared value may be any number.
        self.targetDuration = targetDuration.map { min(max($0, 0), 1 << 20) }
        self.partTarget = partTarget
        self.isLive = isLive
    }

    package init(_ playlist: CheckedPlaylist) {
        self.init(
            targetDuration: playlist.text.targetDuration, partTarget: playlist.media?.partTarget,
            isLive: playlist.text.isLive)
    }

    /// Returns a multiple of the target duration; nil if it is unknown.
    package func targetDurations(_ count: Double) -> MediaTime? {
        targetDuration.map { MediaTime(value: Int64(Double($0) * count * 1000), timescale: 1000) }
    }
}
