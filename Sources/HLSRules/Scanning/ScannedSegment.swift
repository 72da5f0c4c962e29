package import HLS
package import Media

/// A segment of a media playlist, complete or not.
package struct ScannedSegment: Sendable, Hashable {
    /// The index in the playlist, starting at 0.
    package var index: Int
    /// The media sequence number, including skipped segments.
    package var sequence: Int
    package var uri: String
    /// The line number of the URI.
    package var line: Int
    /// The line number of EXTINF; nil if it is missing.
    package var durationLine: Int?
    /// The EXTINF duration; nil if it is missing or invalid.
    package var duration: MediaTime?
    /// The range in ``ScannedPlaylist/lines`` of the tags of the segment and its URI.
    package var lines: Range<Int>
    /// The index of the EXT-X-MAP in force; nil if there is none.
    package var map: Int?
    /// The indexes of the EXT-X-KEY tags in force; empty for METHOD=NONE.
    package var keys: [Int] = []
    /// The byte range; nil if there is none or if its offset is unknown.
    package var byteRange: ByteRange?
    package var isDiscontinuity = false
    package var isGap = false
    /// The discontinuity sequence number.
    package var discontinuitySequence = 0
    package var programDateTime: DateTime?
    package var parts: [ScannedPart] = []

    /// The start time, relative to the first segment in the playlist; missing durations count as 0.
    package var begin: MediaTime = .zero
    /// The end time, relative to the first segment in the playlist.
    package var end: MediaTime { begin + (duration ?? .zero) }
}
