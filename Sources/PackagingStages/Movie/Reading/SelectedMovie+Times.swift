import ISOMedia
package import Media
package import Packaging

extension SelectedMovie {
    /// Returns the times of a video track; nil for other tracks and tracks without samples. Iterates over its tables.
    package func videoTimes(
        of id: Track.ID, accepts points: RandomAccess, allowsGradualRecovery: Bool
    ) -> VideoTimes? {
        guard let track = tracks.first(where: { $0.track.id == id }), track.track.mediaType == .video else {
            return nil
        }
        let scale = track.track.timescale
        let syntax = points == .instantaneous ? BitstreamSyntax(track.track.format) : nil
        let entry = VideoEntryRule(track, points, allowsGradualRecovery: allowsGradualRecovery)
        var cursor = movie.cursor(for: track.movieTrack)
        var (start, end, position) = (Int64.max, Int64.min, 0)
        var sync: [MediaTime] = []
        while position < track.samples.range.upperBound, let sample = cursor.next() {
            defer { position += 1 }
            guard position >= track.samples.range.lowerBound else { continue }
            let time = sample.decodeTicks &+ sample.compositionOffset &+ track.shift
            (start, end) = (min(start, time), max(end, time &+ sample.duration))
            guard entry.isCandidate(sample) else { continue }
            let bytes = movie.bytes(of: sample, in: track.movieTrack)
            guard entry.accepts(sample, bytes) else { continue }
            // Pictures that follow a CRA picture may refer to pictures before it.
            if !sync.isEmpty, syntax?.randomAccessPicture(bytes) == .cleanRandomAccess { continue }
            sync.append(MediaTime(value: time, timescale: scale))
        }
        guard start <= end else { return nil }
        return VideoTimes(
            start: MediaTime(value: start, timescale: scale), end: MediaTime(value: end, timescale: scale), sync: sync)
    }
}
