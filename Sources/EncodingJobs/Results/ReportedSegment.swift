package import Media

/// A stored media segment.
package struct ReportedSegment: Sendable, Hashable, Codable {
    /// The index in the rendition of the whole presentation.
    package var index: Int
    /// Nil for a gap: a segment without media.
    package var file: ReportedFile?
    package var report: SegmentReport
    /// The decode time of the first sample, in ticks of its track; nil for images and text.
    package var decodeTime: Int64?

    package init(index: Int, file: ReportedFile?, report: SegmentReport, decodeTime: Int64?) {
        (self.index, self.file, self.report, self.decodeTime) = (index, file, report, decodeTime)
    }
}
