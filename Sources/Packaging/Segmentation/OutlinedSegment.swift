package import Media

/// A media segment whose bytes are not built: its size, its report and its place among the samples.
package struct OutlinedSegment: Sendable {
    package let rendition: Rendition
    /// The index in the rendition.
    package let index: Int
    package let byteCount: Int
    package let report: SegmentReport
    package let composition: SegmentComposition
    /// The number of described samples of the track before the first one.
    package let position: Int
}
