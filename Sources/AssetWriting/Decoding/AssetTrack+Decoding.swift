import ISOMedia
import Media

extension AssetTrack {
    /// The part of `range` in which the edit list shows the track.
    func shownRange(in range: MediaTimeRange) -> MediaTimeRange {
        let start = max(range.start, timeRange.start)
        let media = MediaTime(value: measures.endTicks &+ movieTrack.presentationShift, timescale: naturalTimeScale)
        var end = range.end
        // Decoders give whole packets; the last one may last shorter by the tables.
        if mediaType == .audio { end = min(end, media) }
        if let duration = movieTrack.edits.duration, !movieTrack.edits.isComplex {
            let edited = timeRange.start + duration
            // An edit is counted in ticks of the movie: less than one of them from the end of the media is the end.
            let slack = MediaTime(value: 1, timescale: source.movie.timescale)
            if edited + slack < media { end = min(end, edited) }
        }
        return MediaTimeRange(start: start, duration: end.isIndefinite ? .indefinite : max(.zero, end - start))
    }

    /// How much sound is decoded before what is wanted, so that it does not begin with what a decoder makes of nothing.
    var warmUp: MediaTime {
        guard case .codedAudio(let format) = movieTrack.format, format.sampleRate > 0 else { return .zero }
        let count = 3 * Int64(max(format.framesPerPacket, 1024))
        return MediaTime(value: count, timescale: Int32(clamping: format.sampleRate))
    }
}
