package import Media

extension HLSPlaylist {
    /// Whether segments have names that depend on their index only: separate files of a VOD presentation.
    package var hasFixedNames: Bool { options.type == .vod && options.packaging == .files }

    /// Returns the path of a segment in a presentation with fixed names; nil for segments that are not stored.
    package func path(of segment: Segment) -> String? {
        let rendition = segment.rendition
        if rendition.images != nil { return layout.path(rendition, ImageWriter.name(of: segment, layout)) }
        return switch segment.kind {
        // WebVTT files have an empty initialization segment.
        case .initialization: segment.data.count == 0 ? nil : layout.path(rendition, layout.initializationName(1))
        case .separable: layout.path(rendition, layout.segmentName(rendition, segment.index))
        case .part, .gap: nil
        }
    }
}
