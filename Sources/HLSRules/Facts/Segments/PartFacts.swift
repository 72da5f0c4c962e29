import HLS
package import ISOMedia
import MPEGTransport
import Media

/// The measurements of one part of a segment.
package struct PartFacts: Sendable {
    package var part: ScannedPart
    /// The name of the file in findings.
    package var file: String
    /// The offset of the part in its file, in bytes.
    package var offset: Int
    package var media: SegmentMeasurement

    package init(part: ScannedPart, file: String, offset: Int, media: SegmentMeasurement) {
        self.part = part
        self.file = file
        self.offset = offset
        self.media = media
    }
}
