/// A segment's entry in its playlist and what was measured of its media.
package struct MeasuredSegment: Sendable {
    package var playlist: CheckedPlaylist
    package var entry: ScannedSegment
    package var facts: SegmentFacts

    package init(playlist: CheckedPlaylist, entry: ScannedSegment, facts: SegmentFacts) {
        self.playlist = playlist
        self.entry = entry
        self.facts = facts
    }
}

/// What was measured of one segment's media.
package struct SegmentFacts: Sendable, Hashable {
    /// The file that holds it, as findings name it.
    package var file: String
    /// How many bytes it has, without its initialization section.
    package var size: Int

    package init(file: String, size: Int) {
        self.file = file
        self.size = size
    }
}

/// What was measured of all playlists of a presentation.
package struct MeasuredPresentation: Sendable {
    package var presentation: CheckedPresentation
    /// For each of the presentation's renditions in order; nil for one that was not measured.
    package var renditions: [MeasuredRendition?]

    package init(presentation: CheckedPresentation, renditions: [MeasuredRendition?]) {
        self.presentation = presentation
        self.renditions = renditions
    }
}

/// What was measured of one media playlist.
package struct MeasuredRendition: Sendable {
    /// In the order of the playlist; segments that are gaps or could not be read are missing.
    package var segments: [SegmentSample]

    package init(segments: [SegmentSample]) { self.segments = segments }
}
