package import Media

/// What a server can do for players that load the playlist again and again (RFC 8216bis 4.4.3.8).
package struct ServerControl: Sendable, Hashable {
    /// Older segments may be skipped in a delta update: all that is further than this from the end.
    package var canSkipUntil: MediaTime?
    /// Whether a delta update may leave out date ranges too.
    package var canSkipDateRanges: Bool
    /// How far from the end players stay.
    package var holdBack: MediaTime?
    /// How far from the end players stay that play parts.
    package var partHoldBack: MediaTime?
    /// Whether the server can hold a request until the playlist has what was asked for.
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

extension MediaPlaylist {
    /// The playlist for a server that answers every request at once with what it has.
    ///
    /// Such a server cannot hold requests back, make delta updates or wait for a hinted resource (RFC 8216bis 6.2.5). Parts
    /// stay listed, with PART-HOLD-BACK and reports of the other renditions.
    package var forStaticServer: MediaPlaylist {
        var playlist = self
        playlist.serverControl?.canBlockReload = false
        playlist.serverControl?.canSkipUntil = nil
        playlist.serverControl?.canSkipDateRanges = false
        if playlist.serverControl == ServerControl() { playlist.serverControl = nil }
        playlist.preloadHints = []
        return playlist
    }
}
