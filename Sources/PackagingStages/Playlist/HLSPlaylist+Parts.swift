import HLS
import Media
import StageKit

// Low-Latency HLS: segments that are listed in parts before they are complete.
extension HLSPlaylist {
    /// The time after which live sources must report a gap if segments have parts. A new part is due one part target
    /// duration after the preceding one, and half a second is the allowance for caches and clocks (RFC 8216bis 6.2.1).
    static let partGapTimeout = MediaTime.milliseconds(400)

    /// Lists a part. VOD playlists list whole segments only.
    mutating func addPart(_ segment: Segment, at position: Int, _ effects: inout Effects<Resource>) throws {
        guard options.type != .vod, let part = segment.part else { return }
        guard options.packaging == .files else {
            throw StageError(
                .invalidOptions, "parts require separate files; use packaging: files, or remove 'part' in fmp4.segment")
        }
        guard renditions[position].lists(part, of: segment) else { return }
        try beginOrReturn(segment, at: position, &effects)
        reportGap(segment, at: position, &effects)
        let date = part.index == 0 ? date(of: segment, at: position, &effects) : nil
        reserveNumber(of: segment, at: position, &effects)
        if let resource = renditions[position].add(segment, part: part, date: date) { effects.emit(resource) }
        // The last part is followed by its segment; the playlist is published with the segment's entry instead.
        guard !part.isLast, let target = sharedTarget, !renditions[position].isEmpty else { return }
        emitMainPlaylist(of: renditions[position], target: target, ended: false, &effects)
    }

    /// Adds PART-HOLD-BACK to a playlist with parts, and returns the delivery tags for servers that support them:
    /// blocking reload, delta updates, the next part as a preload hint, and rendition reports.
    ///
    /// Except for the hints and reports they do not change during the run (RFC 8216bis 6.2.1).
    func addDelivery(
        to playlist: inout MediaPlaylist, of state: RenditionState, target: TargetDuration
    ) -> PlaylistDelivery {
        var delivery = PlaylistDelivery()
        guard let partTarget = playlist.partTarget else { return delivery }
        var control = playlist.serverControl ?? ServerControl()
        control.partHoldBack = options.partHoldBack ?? partTarget * 3
        playlist.serverControl = control
        delivery.canBlockReload = true
        delivery.canSkipUntil = target.time * 6
        guard !playlist.hasEndList else { return delivery }
        if let hint = state.preloadHint(target: target) { delivery.preloadHints = [hint] }
        for other in renditions where other.rendition.id != state.rendition.id && !other.rendition.isTrickPlay {
            guard let edge = other.edge else { continue }
            delivery.renditionReports.append(
                RenditionReport(
                    uri: "../" + layout.reference(other.rendition, layout.playlistName),
                    lastMediaSequence: edge.mediaSequence, lastPart: edge.part))
        }
        return delivery
    }
}
