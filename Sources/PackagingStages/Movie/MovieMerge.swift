import ISOMedia
import Media
import StageKit

/// Reads the samples of several tracks in order of their decode times, in batches.
struct MovieMerge {
    private struct TrackReader {
        var source: SelectedMovieTrack
        var cues: MovieCues?
        var cursor: SampleCursor
        var next: MovieSample?
        /// The next sample's decode time, for comparing tracks.
        var time = MediaInstant.distantFuture
        /// The number of samples left to read.
        var left: Int
        var missingFragments = MissingFragments()
        /// The number of samples whose sample entries have an unsupported format.
        var leftOutCount = 0
    }

    private static let batchCount = 512
    private static let batchBytes = 4 << 20

    private let movie: MovieFile
    private var readers: [TrackReader]
    /// The byte range of the file that contains the last batch.
    private(set) var range = 0..<0

    init(movie: MovieFile, tracks: [SelectedMovieTrack]) {
        self.movie = movie
        readers = tracks.map { track in
            var cursor = movie.cursor(for: track.movieTrack)
            for _ in 0..<track.samples.range.lowerBound { _ = cursor.next() }
            return TrackReader(source: track, cues: track.cues, cursor: cursor, left: track.samples.range.count)
        }
        for index in readers.indices { advance(&readers[index]) }
    }

    /// Returns the next samples; empty at the end. Throws if the movie's fragments are damaged.
    mutating func nextBatch(from path: String) throws(StageError) -> [Message<Sample>] {
        var batch: [Message<Sample>] = []
        batch.reserveCapacity(Self.batchCount)
        var bytes = 0
        var (first, end) = (Int.max, 0)
        while batch.count < Self.batchCount, bytes < Self.batchBytes, let index = earliestReader() {
            guard let sample = readers[index].next else { break }
            add(sample, of: &readers[index], to: &batch)
            bytes += sample.size
            first = min(first, sample.fileOffset)
            end = max(end, sample.fileOffset + sample.size)
            advance(&readers[index])
        }
        if end == 0 { try checkEnd(path) }
        range = end == 0 ? 0..<0 : first..<end
        addCues(to: &batch)
        return batch
    }

    /// Adds a sample, preceded by a gap or a change of the sample entry.
    private func add(_ sample: MovieSample, of lane: inout TrackReader, to batch: inout [Message<Sample>]) {
        if sample.descriptionIndex != lane.source.descriptionIndex {
            guard lane.source.change(to: sample, in: movie) else {
                lane.leftOutCount += 1
                return
            }
            batch.append(.track(lane.source.track))
        }
        var payload = lane.source.sample(from: sample, in: movie)
        guard lane.cues == nil else {
            lane.cues?.append(payload)
            return
        }
        if lane.left == 0, let duration = lane.source.samples.lastDuration { payload.duration = max(1, duration) }
        if lane.missingFragments.add(sample.precedingGap, before: payload) {
            batch.append(.gap(payload.track, until: payload.presentationTime))
        }
        batch.append(.payload(payload))
    }

    /// Reports the gaps of the movie and the samples that could not be carried.
    func report(of path: String, _ context: StageContext) {
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
            if readers[index].next == nil { readers[index].cues?.finish() }
            for cue in readers[index].cues?.removeFinishedCues() ?? [] { batch.append(.payload(cue)) }
            let source = readers[index].source
            guard let next = readers[index].next,
                let known = readers[index].cues?.completeTime(before: next.decodeTicks &+ source.shift)
            else { continue }
            batch.append(.gap(source.track.id, until: MediaTime(value: known, timescale: source.track.timescale)))
        }
    }

    private func checkEnd(_ path: String) throws(StageError) {
        for damage in readers.compactMap(\.cursor.damage) {
            throw StageError(damage.stageCode, "'\(path)': \(damage)")
        }
    }

    private func earliestReader() -> Int? {
        var earliest: Int?
        var time = MediaInstant.distantFuture
        for index in readers.indices where readers[index].next != nil && (earliest == nil || readers[index].time < time)
        {
            earliest = index
            time = readers[index].time
        }
        return earliest
    }

    private func advance(_ lane: inout TrackReader) {
        lane.next = lane.left > 0 ? lane.cursor.next() : nil
        lane.left -= 1
        guard let next = lane.next else { return }
        let ticks = next.decodeTicks &+ lane.source.shift
        lane.time = MediaInstant(MediaTime(value: ticks, timescale: lane.source.track.timescale))
    }
}
