import HLS
import Media
import StageKit

// Low latency: segments that are listed in parts before they are whole.
extension HLSPlaylist {
    /// How long live sources may be silent before they have to say so: a new part is due a part target after the one
    /// before it, and half a second is what caches and clocks are given (RFC 8216bis 6.2.1).
    static let partPatience = MediaTime.milliseconds(400)

    /// Lists a part; what is written once lists whole segments only.
    mutating func takePart(_ segment: Segment, at position: Int, _ effects: inout Effects<Resource>) throws {
        guard options.type != .vod, let part = segment.part else { return }
        guard options.packaging == .files else {
            throw StageError(
                .invalidOptions, "parts are files of their own; use packaging: files, or no 'part' in fmp4.segment")
        }
        if writers[position].playlists == nil { try begin(at: position, &effects) }
        let date = part.index == 0 ? date(of: segment, &effects) : nil
        let (resource, stored) = writers[position].storePart(segment, part, date: date)
        if let resource { effects.emit(resource) }
        writers[position].playlists?.add(stored)
        // With the last part comes the segment, whose entry is published instead.
        guard !part.isLast, let target = sharedTarget else { return }
        guard writers[position].playlists?.isEmpty == false else { return }
        emitMainPlaylist(of: writers[position], target: target, ended: false, &effects)
    }

    /// Says how a playlist of parts is to be loaded, what will be there next and how far the others are.
    ///
    /// A server that holds requests back is promised (RFC 8216bis 6.2.5.2); ``http.origin`` is one. All of it but the
    /// hints is the same for as long as the run lasts (RFC 8216bis 6.2.1).
    func addDelivery(to playlist: inout MediaPlaylist, of writer: RenditionWriter, target: TargetDuration) {
        guard let partTarget = playlist.partTarget else { return }
        var control = playlist.serverControl ?? ServerControl()
        control.canBlockReload = true
        control.partHoldBack = options.partHoldBack ?? partTarget * 3
        control.canSkipUntil = target.time * 6
        playlist.serverControl = control
        guard !playlist.hasEndList else { return }
        playlist.preloadHints = [writer.preloadHint]
        for other in writers where other.rendition.id != writer.rendition.id && !other.rendition.isTrickPlay {
            guard let edge = other.playlists?.edge else { continue }
            playlist.renditionReports.append(
                RenditionReport(
                    uri: "../" + layout.reference(other.rendition, layout.playlistName),
                    lastMediaSequence: edge.mediaSequence, lastPart: edge.part))
        }
    }
}
