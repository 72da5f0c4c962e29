import HLS
package import Media

/// The position of the audio of a segment that contains video as well.
package struct MuxedAudioPosition: Sendable {
    package var place: FindingPlace
    /// The start relative to the first segment in an ended playlist.
    package var begin: MediaTime?
    /// The presentation time of the first sample, with edits applied.
    package var start: MediaTime
    /// The time from the start of the video to that of the audio.
    package var offset: MediaTime
    /// The average duration of an audio sample.
    package var frame: MediaTime
    package var codec: String?
    /// Whether times have 33 bits, as in transport streams.
    package var isTransport: Bool

    /// Returns nil for segments without both kinds, or whose times are unknown.
    package init?(_ segment: MeasuredSegment) {
        let tracks = segment.tracks.filter { $0.measured.decodeStart != nil }
        guard let video = tracks.first(where: \.isVideo), let audio = tracks.first(where: \.isAudio),
            !video.hasSkippedLeading
        else { return nil }
        place = segment.line
        begin = segment.playlist.text.hasEndList ? segment.entry.begin : nil
        start = audio.start + audio.time(audio.header.presentationShift)
        let distance = start - (video.start + video.time(video.header.presentationShift))
        offset = segment.facts.media == nil ? distance.nearZero : distance
        frame = audio.sampleDuration
        codec = audio.header.codec
        isTransport = segment.facts.media == nil
    }
}
