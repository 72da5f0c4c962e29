import ISOMedia
import Media

/// The coded samples of one track in decode order, with times on the presentation timeline.
struct TrackSamples: Sendable {
    private let source: AssetSource
    private let track: MovieTrack
    private let shift: Int64
    private var cursor: SampleCursor
    /// The decode time at which reading ends, in ticks of the track on the presentation timeline.
    private let end: Int64
    private var samplesUntilLengthCheck = 0
    private var isOver = false

    /// The number of samples between checks of the file length.
    private static let checkInterval = 256

    /// The samples required to present `range`: from the last sync sample presented at or before its start, and earlier
    /// by `warmUp` for decoders that need preceding packets.
    init(_ track: AssetTrack, range: MediaTimeRange, warmUp: MediaTime = .zero) {
        source = track.source
        self.track = track.movieTrack
        shift = track.movieTrack.presentationShift
        cursor = track.source.movie.cursor(for: track.movieTrack)
        let timescale = track.movieTrack.timescale
        if range.end.isIndefinite {
            end = .max
        } else {
            // Frames decoded after the end may be presented before it.
            end = range.end.ticks(at: timescale, rounding: .up) &- track.statistics.minimumCompositionOffset
        }
        if range.start > .zero { skip(to: (range.start - warmUp).ticks(at: timescale, rounding: .down)) }
    }

    /// Returns the next sample; nil at the end.
    mutating func next() throws(AssetReaderError) -> Sample? {
        guard !isOver else { return nil }
        if samplesUntilLengthCheck == 0 {
            try source.checkLength()
            samplesUntilLengthCheck = Self.checkInterval
        }
        samplesUntilLengthCheck -= 1
        guard let sample = cursor.next() else {
            isOver = true
            try checkEnd()
            return nil
        }
        guard sample.decodeTicks &+ shift < end else {
            isOver = true
            return nil
        }
        return Sample(
            track: Track.ID(rawValue: track.id), timescale: track.timescale, decodeTicks: sample.decodeTicks &+ shift,
            presentationOffset: sample.compositionOffset, duration: sample.duration, flags: sample.flags,
            bytes: source.movie.bytes(of: sample, in: track))
    }

    /// Moves the cursor to the last sync sample that is presented at or before `ticks`.
    private mutating func skip(to ticks: Int64) {
        var ahead = cursor
        while true {
            let here = ahead
            guard let sample = ahead.next() else { return }
            let decode = sample.decodeTicks &+ shift
            if sample.flags.isSync, decode &+ sample.compositionOffset <= ticks { cursor = here }
            if decode > ticks { return }
        }
    }

    private func checkEnd() throws(AssetReaderError) {
        if let damage = cursor.damage { throw AssetReaderError(damage, in: source.url.path) }
        if let missing = cursor.missing {
            let time = MediaTime(value: missing.decodeTicks &+ shift, timescale: track.timescale)
            throw AssetReaderError(
                .truncatedFile,
                "'\(source.url)' is truncated: the sample of track \(track.id) at \(time) is beyond its end")
        }
    }
}
