import ISOMedia
import Media
import StageKit

/// Reads the samples of one track in decode order.
struct MovieTrackReader {
    private(set) var source: SelectedMovieTrack
    var cues: MovieCues?
    private(set) var cursor: SampleCursor
    private(set) var next: MovieSample?
    /// The number of samples left to read.
    private var left: Int
    private(set) var missingFragments = MissingFragments()
    /// The number of samples whose sample entries have an unsupported format.
    private(set) var leftOutCount = 0

    /// Starts at the first sample that the edit list presents.
    init(_ source: SelectedMovieTrack, _ movie: MovieFile) {
        self.source = source
        cues = source.cues
        cursor = movie.cursor(for: source.movieTrack)
        for _ in 0..<source.samples.range.lowerBound { _ = cursor.next() }
        left = source.samples.range.count
    }

    /// Continues at the sample with the given position in decode order.
    init(_ source: SelectedMovieTrack, _ movie: MovieFile, at mark: SampleCursor.Mark, position: Int) {
        self.source = source
        cursor = movie.cursor(for: source.movieTrack, at: mark)
        left = source.samples.range.upperBound - position
    }

    /// Skips samples, whose number is that of samples that follow.
    mutating func skip(_ count: Int) {
        for _ in 0..<count { _ = cursor.next() }
        left -= count
    }

    /// Adds a sample, preceded by a gap or a change of the sample entry.
    mutating func add(_ sample: MovieSample, of movie: MovieFile, to batch: inout [Message<Sample>]) {
        if sample.descriptionIndex != source.descriptionIndex {
            guard source.change(to: sample, in: movie) else {
                leftOutCount += 1
                return
            }
            batch.append(.track(source.track))
        }
        var payload = source.sample(from: sample, in: movie)
        guard cues == nil else {
            cues?.append(payload)
            return
        }
        if left == 0, let duration = source.samples.lastDuration { payload.duration = max(1, duration) }
        if missingFragments.add(sample.precedingGap, before: payload) {
            batch.append(.gap(payload.track, until: payload.presentationTime))
        }
        batch.append(.payload(payload))
    }

    /// Continues with the fragments that were appended to a recording. Returns the decode time of the next sample; nil at
    /// the end of the track.
    mutating func extend(to movie: MovieFile) -> MediaInstant? {
        cursor = movie.cursor(for: source.movieTrack, at: cursor.mark)
        guard next == nil else { return time(of: next) }
        left += 1
        return advance()
    }

    /// Continues with the fragments of the next segment. Returns the decode time of the next sample; nil without one.
    mutating func `continue`(with segment: MovieFile) -> MediaInstant? {
        cursor = segment.cursor(for: source.movieTrack, following: cursor)
        left += 1
        return advance()
    }

    /// The presentation time of the next sample, after priming; nil for text and at the end.
    var start: MediaTime? {
        guard let next, cues == nil else { return nil }
        let ticks = next.decodeTicks &+ next.compositionOffset &+ source.shift &+ source.track.priming
        return MediaTime(value: ticks, timescale: source.track.timescale)
    }

    /// Reads the next sample into `next`. Returns its decode time; nil at the end of the track.
    mutating func advance() -> MediaInstant? {
        next = left > 0 ? cursor.next() : nil
        left -= 1
        return time(of: next)
    }

    private func time(of sample: MovieSample?) -> MediaInstant? {
        guard let sample else { return nil }
        let ticks = sample.decodeTicks &+ source.shift
        return MediaInstant(MediaTime(value: ticks, timescale: source.track.timescale))
    }
}
