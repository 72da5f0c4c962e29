import HLS
import Media

/// A stored media segment that is not listed yet.
struct PendingSegment {
    var uri: String
    /// Whether the segment is a separate file.
    var hasFile: Bool
    var byteRange: ByteRange?
    var byteCount: Int
    var initialization: InitializationSection?
    var isDiscontinuity: Bool
    var programDateTime: DateTime?
    /// The earliest presentation time of the segment's leading track.
    var start: MediaTime
    /// The sum of the sample durations of that track.
    var ownDuration: MediaTime
    var iFrames: [IFrame]
    /// Whether the segment is a gap.
    var isGap = false

    /// The time by which leading pictures are presented before the first I-frame; zero without them.
    var lead = MediaTime.zero

    /// One I-frame: its presentation time, and the byte range from the start of its fragment to its end.
    struct IFrame {
        var time: MediaTime
        var byteRange: ByteRange
    }
}
