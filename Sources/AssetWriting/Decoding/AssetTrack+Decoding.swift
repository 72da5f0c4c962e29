import ISOMedia
import Media

extension AssetTrack {
    /// Returns the part of `range` that the edit list presents.
    func presentedRange(in range: MediaTimeRange) -> MediaTimeRange {
        let start = max(range.start, timeRange.start)
        let media = MediaTime(value: statistics.endTicks &+ movieTrack.presentationShift, timescale: naturalTimeScale)
        var end = range.end
        // Decoders output whole packets; the duration of the last one in the sample table may be shorter.
        if mediaType == .audio { end = min(end, media) }
        if let duration = movieTrack.edits.duration, !movieTrack.edits.isComplex {
            let edited = timeRange.start + duration
            // Edit durations are in movie timescale ticks: an edit that ends within one tick of the media's end covers
            // all of it.
            let slack = MediaTime(value: 1, timescale: source.movie.timescale)
            if edited + slack < media { end = min(end, edited) }
        }
        return MediaTimeRange(start: start, duration: end.isIndefinite ? .indefinite : max(.zero, end - start))
    }

    /// The duration of audio to decode before the requested range: three packets, counting at least 1,024 PCM
    /// frames each, because decoders need preceding packets for correct output. Zero for other media.
    var decoderPreroll: MediaTime {
        guard case .codedAudio(let format) = movieTrack.format, format.sampleRate > 0 else { return .zero }
        let count = 3 * Int64(max(format.framesPerPacket, 1024))
        return MediaTime(value: count, timescale: Int32(clamping: format.sampleRate))
    }
}
