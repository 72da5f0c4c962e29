import Media
import StageKit

/// The announced format of a track, which caps that only add details do not change.
struct AnnouncedVideo {
    private var format: CodedVideoFormat?
    private var record: [UInt8]?

    /// Returns the format for new caps: the announced format unless an essential property differs.
    mutating func format(_ next: CodedVideoFormat, record: [UInt8]?, coding: VideoCoding) -> CodedVideoFormat {
        defer { self.record = record }
        guard let format, format.size == next.size else { return next }
        let isSame = !coding.hasRecord || record == self.record
        return isSame ? format : next
    }

    mutating func announce(_ format: CodedVideoFormat) { self.format = format }
}
