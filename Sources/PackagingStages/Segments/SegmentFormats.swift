package import StageKit

/// Creates the demultiplexer of a segment's format.
package enum SegmentFormats {
    /// Returns the demultiplexer that begins with a segment of `subject`. `language` is that of tracks without one; damage
    /// above `maxDamage` makes the run fail.
    package static func demultiplexer(
        of segment: SegmentContent, language: String?, subject: String, maxDamage: Int?, _ context: StageContext
    ) throws(StageError) -> any SegmentDemultiplexer {
        if segment.initialization != nil || SegmentedMovie.recognizes(segment.bytes) {
            return try SegmentedMovie(segment, language: language, context)
        }
        if SegmentedText.recognizes(segment.bytes) {
            return try SegmentedText(segment, language: language, context)
        }
        return try SegmentedTransport(
            segment, language: language, subject: subject, maxDamage: maxDamage, context)
    }
}
