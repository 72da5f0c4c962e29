import HLS
import Media

// Statistics from the text of playlists.
extension PlaylistReport {
    /// Creates the statistics of one playlist.
    package init(_ playlist: CheckedPlaylist, role: CheckedRendition.Role? = nil) {
        let text = playlist.text
        self.init(
            name: playlist.name, kind: text.kind == .multivariant ? .multivariant : .media, role: role,
            targetDuration: text.targetDuration, isLive: text.isLive,
            variants: PresentationDeclarations(text).variants.map { VariantReport($0.attributes, uri: $0.uri) },
            segments: text.segments.map { segment in
                SegmentSample(
                    sequence: segment.sequence, duration: segment.duration?.seconds ?? 0,
                    size: segment.byteRange?.length,
                    isDiscontinuity: segment.isDiscontinuity, isGap: segment.isGap)
            })
    }

    /// Returns the statistics of all playlists of a presentation, the multivariant playlist first.
    package static func reports(of presentation: CheckedPresentation) -> [PlaylistReport] {
        [PlaylistReport(presentation.multivariant)]
            + presentation.renditions.map { PlaylistReport($0.playlist, role: $0.role) }
    }
}
