import HLS
import Media

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
