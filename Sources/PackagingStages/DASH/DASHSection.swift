import DASH
import Media

/// An initialization segment of a rendition with its keys.
struct DASHSection: Sendable {
    let initialization: SegmentList.Location?
    let protection: SegmentProtection?
    /// The start of the first segment; nil before there is one.
    var start: MediaTime?

    init(initialization: SegmentList.Location?, protection: SegmentProtection?) {
        (self.initialization, self.protection) = (initialization, protection)
    }
}
