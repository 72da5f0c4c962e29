package import Media

/// Delivery directives that a server supports (RFC 8216bis 4.4.3.8).
package struct ServerControl: Sendable, Hashable {
    /// The skip boundary: delta updates may omit segments farther than this from the end.
    package var canSkipUntil: MediaTime?
    /// Whether delta updates may also omit date ranges.
    package var canSkipDateRanges: Bool
    /// The minimum distance of players from the end.
    package var holdBack: MediaTime?
    /// The minimum distance from the end of players that play parts.
    package var partHoldBack: MediaTime?
    /// Whether the server can block a request until the playlist contains the requested segment or part.
    package var canBlockReload: Bool
    package var unknownAttributes: [UnknownAttribute] = []

    package init(
        canSkipUntil: MediaTime? = nil, canSkipDateRanges: Bool = false, holdBack: MediaTime? = nil,
        partHoldBack: MediaTime? = nil, canBlockReload: Bool = false
    ) {
        self.canSkipUntil = canSkipUntil
        self.canSkipDateRanges = canSkipDateRanges
        self.holdBack = holdBack
        self.partHoldBack = partHoldBack
        self.canBlockReload = canBlockReload
    }
}
