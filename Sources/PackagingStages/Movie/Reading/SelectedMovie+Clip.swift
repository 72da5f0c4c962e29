import ISOMedia
package import Media
package import Packaging

extension SelectedMovie {
    /// Restricts all tracks to a part, as an edit list does: video from the sync sample at `start` up to the one at or
    /// after `end`, other tracks to the samples that start inside. Iterates over the tables.
    package mutating func clip(
        from start: MediaTime, to end: MediaTime?, accepts points: RandomAccess, allowsGradualRecovery: Bool
    ) {
        for index in tracks.indices {
            let entry = VideoEntryRule(tracks[index], points, allowsGradualRecovery: allowsGradualRecovery)
            tracks[index].clip(in: movie, from: start, to: end, entry)
        }
        tracks.removeAll { $0.samples.range.isEmpty }
    }

    /// Shifts all tracks.
    package mutating func shift(by offset: MediaTime) {
        for index in tracks.indices { tracks[index].shift(by: offset) }
    }

    /// Replaces the identities of tracks, and removes those for which `identity` returns nil.
    package mutating func identify(_ identity: (Track) -> Track.ID?) {
        tracks = tracks.compactMap { selected in
            guard let id = identity(selected.track) else { return nil }
            var selected = selected
            selected.track.id = id
            return selected
        }
    }
}

extension SelectedMovieTrack {
    fileprivate mutating func clip(
        in movie: MovieFile, from start: MediaTime, to end: MediaTime?, _ entry: VideoEntryRule
    ) {
        let isVideo = track.mediaType == .video
        let scale = track.timescale
        // Times of different tracks are rounded to their ticks.
        let tolerance = isVideo ? MediaTime.milliseconds(2).ticks(at: scale, rounding: .down) : 0
        let first = start.ticks(at: scale, rounding: .up) - tolerance
        let last = end.map { $0.ticks(at: scale, rounding: .up) - tolerance } ?? .max
        var cursor = movie.cursor(for: movieTrack)
        var (position, lower, upper) = (0, Int?.none, Int?.none)
        var description = descriptionIndex
        while upper == nil, position < samples.range.upperBound, let sample = cursor.next() {
            defer { position += 1 }
            guard position >= samples.range.lowerBound else { continue }
            let time = sample.decodeTicks &+ sample.compositionOffset &+ shift
            let isPoint =
                !isVideo
                || entry.isCandidate(sample) && entry.accepts(sample, movie.bytes(of: sample, in: movieTrack))
            if isPoint, lower == nil, time >= first { (lower, description) = (position, sample.descriptionIndex) }
            if isPoint, lower != nil, time >= last { upper = position }
        }
        restrict(to: (lower ?? position)..<(upper ?? (lower == nil ? position : samples.range.upperBound)))
        if description != descriptionIndex, lower != nil { self.start(at: description, in: movie) }
        track.duration = end.map { $0 - start } ?? track.duration.map { max(.zero, $0 - start) }
    }
}
