/// The changing part of an I-frame playlist: it follows a ``PlaylistWindow`` segment by segment.
package struct IFrameWindow: Sendable, Hashable {
    /// All I-frames listed now.
    package private(set) var frames: [MediaSegment] = []
    /// The number of the first I-frame listed.
    package private(set) var mediaSequence = 0
    /// How many discontinuities have left.
    package private(set) var discontinuitySequence = 0
    /// How many frames each segment listed has, oldest first.
    private var counts: [Int] = []

    package init() {}

    /// The I-frames of an earlier run's playlist, those of each segment together.
    package init(segments: [[MediaSegment]], mediaSequence: Int, discontinuitySequence: Int) {
        self.mediaSequence = mediaSequence
        self.discontinuitySequence = discontinuitySequence
        for frames in segments { append(frames) }
    }

    /// Passes over numbers that may have been used; only an empty playlist can.
    package mutating func skip(_ count: Int) {
        precondition(frames.isEmpty, "numbers are passed over where nothing is listed")
        mediaSequence += count
    }

    /// Adds the I-frames of one segment, which may be none.
    package mutating func append(_ segmentFrames: [MediaSegment]) {
        frames.append(contentsOf: segmentFrames)
        counts.append(segmentFrames.count)
    }

    /// Lets go of the frames of the oldest segments.
    package mutating func removeFirst(segments: Int) {
        let leaving = counts.prefix(segments).reduce(0, +)
        discontinuitySequence += frames.prefix(leaving).count { $0.isDiscontinuity }
        frames.removeFirst(leaving)
        counts.removeFirst(min(segments, counts.count))
        mediaSequence += leaving
    }

    /// The playlist as it stands, with the target duration, type and end of the playlist that it goes with.
    package func playlist(matching main: MediaPlaylist) -> MediaPlaylist {
        var playlist = main
        playlist.isIFramesOnly = true
        // Neither parts nor what is said of them (RFC 8216bis 4.4.4.9).
        (playlist.partTarget, playlist.upcoming) = (nil, nil)
        // Every I-frame is independent: nothing to say.
        playlist.hasIndependentSegments = false
        playlist.mediaSequence = mediaSequence
        playlist.discontinuitySequence = main.discontinuitySequence.map { _ in discontinuitySequence }
        playlist.segments = frames
        return playlist
    }
}
