import ISOMedia
package import Media
package import StageKit

/// Reads the samples of several tracks in order of their decode times, in batches.
package struct MovieMerge: Sendable {
    private static let batchCount = 512
    private static let batchBytes = 4 << 20

    private var movie: MovieFile
    private var readers: [MovieTrackReader]
    /// The decode times of the next samples of the readers, for comparing tracks; nil at the end of a track.
    private var heads: [MediaInstant?]
    /// The byte range of the file that contains the last batch.
    package private(set) var range = 0..<0

    /// Whether further segments follow, so that the last cues of this one may continue.
    var isOpen = false

    init(movie: MovieFile, tracks: [SelectedMovieTrack]) {
        self.movie = movie
        readers = tracks.map { MovieTrackReader($0, movie) }
        heads = readers.indices.map { _ in nil }
        for index in readers.indices { heads[index] = readers[index].advance() }
    }

    /// Continues with the fragments that were appended to a recording.
    package mutating func extend(to selected: SelectedMovie) {
        movie = selected.movie
        for index in readers.indices { heads[index] = readers[index].extend(to: movie) }
    }

    /// Continues with the fragments of the next segment of the same tracks.
    mutating func `continue`(with segment: MovieFile) {
        movie = segment
        for index in readers.indices { heads[index] = readers[index].`continue`(with: segment) }
    }

    /// The presentation time of the first sample, after priming; nil without samples.
    var start: MediaTime? { readers.compactMap(\.start).min() }

    /// The decode time of the next sample; nil at the end.
    package var nextTime: MediaInstant? { heads.compactMap(\.self).min() }

    /// Returns the next samples; empty at the end. Throws if the movie's fragments are damaged.
    package mutating func nextBatch(from path: String) throws(StageError) -> [Message<Sample>] {
        var batch: [Message<Sample>] = []
        batch.reserveCapacity(Self.batchCount)
        var bytes = 0
        var (first, end) = (Int.max, 0)
        while batch.count < Self.batchCount, bytes < Self.batchBytes, let index = earliestReader() {
            guard let sample = readers[index].next else { break }
            readers[index].add(sample, of: movie, to: &batch)
            bytes += sample.size
            first = min(first, sample.fileOffset)
            end = max(end, sample.fileOffset + sample.size)
            heads[index] = readers[index].advance()
        }
        if end == 0 { try checkEnd(path) }
        range = end == 0 ? 0..<0 : first..<end
        addCues(to: &batch)
        return batch
    }

    /// Reports the gaps of the movie and the samples that could not be carried.
    package func report(of path: String, _ context: StageContext) {
        for lane in readers {
            let name = "track \(lane.source.movieTrack.id)"
            lane.missingFragments.report("\(name) of '\(path)'", context)
            guard lane.leftOutCount > 0 else { continue }
            let leftOut = OmittedMedia(
                name, reason: "whose sample description has an unsupported format; encode the movie (segment --encode)",
                sampleCount: lane.leftOutCount, isPartial: true)
            context.report(leftOut, of: path)
        }
    }

    /// Adds the cues that have ended, and gaps up to the time before which no further cue starts.
    private mutating func addCues(to batch: inout [Message<Sample>]) {
        for index in readers.indices where readers[index].cues != nil {
            if readers[index].next == nil, !isOpen { readers[index].cues?.finish() }
            for cue in readers[index].cues?.removeFinishedCues() ?? [] { batch.append(.payload(cue)) }
            let source = readers[index].source
            guard let next = readers[index].next,
                let known = readers[index].cues?.completeTime(before: next.decodeTicks &+ source.shift)
            else { continue }
            batch.append(.gap(source.track.id, until: MediaTime(value: known, timescale: source.track.timescale)))
        }
    }

    /// Returns the cues that the end of all segments ends.
    mutating func finish() -> [Message<Sample>] {
        isOpen = false
        var batch: [Message<Sample>] = []
        addCues(to: &batch)
        return batch
    }

    private func checkEnd(_ path: String) throws(StageError) {
        for damage in readers.compactMap(\.cursor.damage) {
            throw StageError(damage.stageCode, "'\(path)': \(damage)")
        }
    }

    private func earliestReader() -> Int? {
        var earliest: (index: Int, time: MediaInstant)?
        for (index, head) in heads.enumerated() {
            guard let head else { continue }
            if let earliest, earliest.time <= head { continue }
            earliest = (index, head)
        }
        return earliest?.index
    }
}
