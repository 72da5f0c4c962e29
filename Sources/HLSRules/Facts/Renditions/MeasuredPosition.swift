package import HLS
package import Media

/// The position of a segment in its playlist and on the timeline of its media.
package struct MeasuredPosition: Sendable {
    package var place: FindingPlace
    package var discontinuitySequence: Int
    /// The start relative to the first segment in the playlist; nil for live playlists, which do not begin with the
    /// presentation.
    package var begin: MediaTime?
    package var date: DateTime?
    /// The presentation time of the first sample, with edits applied.
    package var start: MediaTime
    /// The presentation time of the end of the last sample, with edits applied.
    package var end: MediaTime
    /// The average sample duration.
    package var frame: MediaTime
    /// Whether times have 33 bits, as in transport streams and packed audio.
    package var isTransport: Bool
    package var codec: String?
    /// The digest of the first video sample; nil for other content.
    package var digest: Int?
    /// The size of the video; nil without.
    package var size: PixelSize?

    /// Returns nil for segments whose times are unknown, or not comparable: leading frames that are skipped belong to the
    /// previous segment.
    package init?(_ segment: MeasuredSegment) {
        guard let track = segment.mainTrack, track.measured.decodeStart != nil, !track.hasSkippedLeading else {
            return nil
        }
        let shift = track.time(track.header.presentationShift)
        place = segment.line
        discontinuitySequence = segment.entry.discontinuitySequence
        begin = segment.playlist.text.hasEndList ? segment.entry.begin : nil
        date = segment.entry.programDateTime
        (start, end) = (track.start + shift, track.end + shift)
        frame = track.sampleDuration
        isTransport = segment.facts.media == nil
        codec = track.header.codec
        (digest, size) = (segment.facts.pictureDigest, track.header.video?.size)
    }

    /// Returns the difference of two presentation times, near zero for times of 33 bits.
    func distance(_ time: MediaTime) -> MediaTime { isTransport ? time.nearZero : time }
}

extension MediaTime {
    /// The equivalent time nearest to zero of a difference of times of 33 bits.
    var nearZero: MediaTime {
        let period: Int64 = 1 << 33
        let ticks = ticks(at: 90_000) % period
        let near = ticks > period / 2 ? ticks - period : ticks < -period / 2 ? ticks + period : ticks
        return MediaTime(value: near, timescale: 90_000)
    }
}
