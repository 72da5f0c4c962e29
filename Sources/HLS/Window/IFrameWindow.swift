/// The sliding window of an I-frame playlist, which follows a ``PlaylistWindow`` segment by segment.
package struct IFrameWindow: Sendable, Hashable {
    /// The I-frames listed now.
    package private(set) var frames: [MediaSegment] = []
    /// The media sequence number of the first listed I-frame.
    package private(set) var mediaSequence = 0
    /// The number of removed discontinuities.
    package private(set) var discontinuitySequence = 0
    /// The number of I-frames per listed segment, oldest first.
    private var counts: [Int] = []

    package init() {}

    /// Restores the window of an earlier run, with the I-frames grouped by segment.
    package init(segments: [[MediaSegment]], mediaSequence: Int, discontinuitySequence: Int) {
        self.mediaSequence = mediaSequence
        self.discontinuitySequence = discontinuitySequence
        for frames in segments { append(frames) }
    }

    /// Skips sequence numbers that may have been used; the playlist must be empty.
    package mutating func skip(_ count: Int) {
        precondition(frames.isEmpty, "sequence numbers can be skipped in an empty playlist only")
        mediaSequence += count
    }

    /// Appends the I-frames of one segment, possibly none.
    package mutating func append(_ segmentFrames: [MediaSegment]) {
        frames.append(contentsOf: segmentFrames)
        counts.append(segmentFrames.count)
    }

    /// Removes the I-frames of the oldest segments.
    package mutating func removeFirst(segments: Int) {
        let leaving = counts.prefix(segments).reduce(0, +)
        discontinuitySequence += frames.prefix(leaving).count { $0.isDiscontinuity }
        frames.removeFirst(leaving)
        counts.removeFirst(min(segments, counts.count))
        mediaSequence += leaving
    }

    /// Returns the current playlist, with the target duration, type and end tag of the media playlist.
    package func playlist(matching main: MediaPlaylist) -> MediaPlaylist {
        var playlist = main
        playlist.isIFramesOnly = true
        // I-frame playlists contain neither parts nor tags about them (RFC 8216bis 4.4.4.9).
        (playlist.partTarget, playlist.upcoming) = (nil, nil)
        // Redundant, since every I-frame is independent.
        playlist.hasIndependentSegments = false
        playlist.mediaSequence = mediaSequence
        playlist.discontinuitySequence = main.discontinuitySequence.map { _ in discontinuitySequence }
        playlist.segments = frames
        return playlist
    }
}
