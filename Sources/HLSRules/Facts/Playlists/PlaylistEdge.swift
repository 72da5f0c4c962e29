import HLS
package import Media

/// The end of a playlist: its last segment, or the last part after it.
package struct PlaylistEdge: Sendable, Hashable {
    /// The media sequence number of the last segment, or of the segment whose parts follow it.
    package var mediaSequence: Int
    /// The index of the last part; nil without parts.
    package var part: Int?
    /// The time of the response, on the clock of ``PlaylistObservation/time``.
    package var time: MediaTime

    package init(mediaSequence: Int, part: Int?, time: MediaTime) {
        self.mediaSequence = mediaSequence
        self.part = part
        self.time = time
    }
}
