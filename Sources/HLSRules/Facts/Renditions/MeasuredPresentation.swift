import HLS
import ISOMedia
import Media

/// The measurements of all playlists of a presentation.
package struct MeasuredPresentation: Sendable {
    package var presentation: CheckedPresentation
    /// The measurements of the renditions, in the same order; nil for renditions that were not measured.
    package var renditions: [MeasuredRendition?]

    package init(presentation: CheckedPresentation, renditions: [MeasuredRendition?]) {
        self.presentation = presentation
        self.renditions = renditions
    }

    /// The measured renditions with their declarations.
    package var measured: [(rendition: CheckedRendition, measured: MeasuredRendition)] {
        zip(presentation.renditions, renditions).compactMap { rendition, measured in measured.map { (rendition, $0) } }
    }
}
