import DASH
import HLS
import Media

/// An initialization segment of a rendition with its format and keys.
struct DASHSection: Sendable {
    let rendition: Rendition
    let initialization: SegmentList.Location?
    let protection: SegmentProtection?
    /// The start of the first segment; nil before there is one.
    var start: MediaTime?

    init(_ rendition: Rendition, initialization: SegmentList.Location?, protection: SegmentProtection?) {
        (self.rendition, self.initialization, self.protection) = (rendition, initialization, protection)
    }
}
