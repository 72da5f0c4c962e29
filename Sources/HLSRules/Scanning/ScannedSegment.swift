package import HLS
package import Media

/// One entry of a media playlist as its lines say, complete or not.
package struct ScannedSegment: Sendable, Hashable {
    /// In the list, from 0.
    package var index: Int
    /// The media sequence number; skipped segments count.
    package var sequence: Int
    package var uri: String
    /// The number of the line with the URI.
    package var line: Int
    /// The number of the line with EXTINF; nil without one.
    package var durationLine: Int?
    /// nil where EXTINF is missing or cannot be read.
    package var duration: MediaTime?
    /// The place in ``ScannedPlaylist/lines`` of all that is said of it, the URI last.
    package var lines: Range<Int>
    /// The place of the EXT-X-MAP in force; nil for none.
    package var map: Int?
    /// The places of the EXT-X-KEY tags in force; empty for METHOD=NONE.
    package var keys: [Int] = []
    /// nil for none, and where a range goes on from nothing.
    package var byteRange: ByteRange?
    package var isDiscontinuity = false
    package var isGap = false
    /// How many discontinuities stand before its first sample, from EXT-X-DISCONTINUITY-SEQUENCE on.
    package var discontinuitySequence = 0
    package var programDateTime: DateTime?
    package var parts: [ScannedPart] = []

    /// When it begins, counted from the first segment in the list; segments without a duration count as none.
    package var begin: MediaTime = .zero
    /// When it ends on the same scale.
    package var end: MediaTime { begin + (duration ?? .zero) }
}

/// One EXT-X-PART as it stands.
package struct ScannedPart: Sendable, Hashable {
    /// The place of its line.
    package var line: Int
    package var uri: String
    /// nil where DURATION is missing or cannot be read.
    package var duration: MediaTime?
    package var isIndependent: Bool
    package var isGap: Bool
    /// nil for none, and where a range goes on from nothing.
    package var byteRange: ByteRange?
}
