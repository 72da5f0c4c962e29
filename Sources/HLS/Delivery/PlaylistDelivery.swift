package import Media

/// The delivery tags of a media playlist that are valid only on servers with the matching capability.
package struct PlaylistDelivery: Sendable, Hashable {
    /// Whether requests can be held until the playlist contains a segment or part (CAN-BLOCK-RELOAD).
    package var canBlockReload = false
    /// The skip boundary of delta updates (CAN-SKIP-UNTIL); nil without them.
    package var canSkipUntil: MediaTime?
    /// Whether delta updates may omit date ranges (CAN-SKIP-DATERANGES).
    package var canSkipDateRanges = false
    /// Resources that players may request in advance.
    package var preloadHints: [PreloadHint] = []
    /// The most recent states of the other renditions.
    package var renditionReports: [RenditionReport] = []

    package init() {}

    /// Returns the tags that a server with these capabilities can keep.
    package func supported(by server: DeliveryCapabilities) -> PlaylistDelivery {
        var result = PlaylistDelivery()
        if server.contains(.blockingReload) {
            (result.canBlockReload, result.preloadHints) = (canBlockReload, preloadHints)
        }
        if server.contains(.deltaUpdates) {
            (result.canSkipUntil, result.canSkipDateRanges) = (canSkipUntil, canSkipDateRanges)
        }
        if server.contains(.renditionReports) { result.renditionReports = renditionReports }
        return result
    }

    /// Adds the tags to a playlist that has none of them.
    func add(to playlist: inout MediaPlaylist) {
        playlist.preloadHints = preloadHints
        playlist.renditionReports = renditionReports
        guard changesServerControl else { return }
        var control = playlist.serverControl ?? ServerControl()
        (control.canBlockReload, control.canSkipUntil) = (canBlockReload, canSkipUntil)
        control.canSkipDateRanges = canSkipDateRanges
        playlist.serverControl = control
    }

    /// Moves the delivery tags out of a playlist.
    init(removingFrom playlist: inout MediaPlaylist) {
        (preloadHints, renditionReports) = (playlist.preloadHints, playlist.renditionReports)
        (playlist.preloadHints, playlist.renditionReports) = ([], [])
        guard var control = playlist.serverControl else { return }
        (canBlockReload, canSkipUntil) = (control.canBlockReload, control.canSkipUntil)
        canSkipDateRanges = control.canSkipDateRanges
        guard changesServerControl else { return }
        (control.canBlockReload, control.canSkipUntil, control.canSkipDateRanges) = (false, nil, false)
        playlist.serverControl = control == ServerControl() ? nil : control
    }

    private var changesServerControl: Bool { canBlockReload || canSkipUntil != nil || canSkipDateRanges }
}
