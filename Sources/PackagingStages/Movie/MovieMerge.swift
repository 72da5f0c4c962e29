import ISOMedia
import Media
import StageKit

/// Reads the samples of several tracks in order of their decode times, in batches.
struct MovieMerge {
    private struct Lane {
        var source: SelectedMovieTrack
        var cues: MovieCues?
        var cursor: SampleCursor
        var next: MovieSample?
        /// The next sample's decode time in nanoseconds, for comparing tracks.
        var time = Int64.max
        /// The number of samples left to read.
        var left: Int
        var holes = MovieHoles()
        /// The number of samples whose sample entries have an unsupported format.
        var leftOutCount = 0
    }

    private static let batchCount = 512
    private static let batchBytes = 4 << 20

    private let movie: MovieFile
    private var lanes: [Lane]
    /// The byte range of the file that contains the last batch.
    private(set) var range = 0..<0

    init(movie: MovieFile, tracks: [SelectedMovieTrack]) {
        self.movie = movie
        lanes = tracks.map { track in
            var cursor = movie.cursor(for: track.movieTrack)
            for _ in 0..<track.samples.range.lowerBound { _ = cursor.next() }
            return Lane(source: track, cues: track.cues, cursor: cursor, left: track.samples.range.count)
        }
        for index in lanes.indices { advance(&lanes[index]) }
    }

    /// Returns the next samples; empty at the end. Throws if the movie's fragments are damaged.
    mutating func nextBatch(from path: String) throws(StageError) -> [Message<Sample>] {
        var batch: [Message<Sample>] = []
        batch.reserveCapacity(Self.batchCount)
        var bytes = 0
        var (first, end) = (Int.max, 0)
        while batch.count < Self.batchCount, bytes < Self.batchBytes, let index = earliestLane() {
            guard let sample = lanes[index].next else { break }
            add(sample, of: &lanes[index], to: &batch)
            bytes += sample.size
            first = min(first, sample.fileOffset)
            end = max(end, sample.fileOffset + sample.size)
            advance(&lanes[index])
        }
        if end == 0 { try checkEnd(path) }
        range = end == 0 ? 0..<0 : first..<end
        addCues(to: &batch)
        return batch
    }

    /// Adds a sample, preceded by a gap or a change of the sample entry.
    private func add(_ sample: MovieSample, of lane: inout Lane, to batch: inout [Message<Sample>]) {
        if sample.descriptionIndex != lane.source.descriptionIndex {
            guard lane.source.change(to: sample, in: movie) else {
                lane.leftOutCount += 1
                return
            }
            batch.append(.track(lane.source.track))
        }
        var payload = lane.source.sample(from: sample, in: movie)
        guard lane.cues == nil else {
            lane.cues?.take(payload)
            return
        }
        if lane.left == 0, let duration = lane.source.samples.lastDuration { payload.duration = max(1, duration) }
        if lane.holes.add(sample.precedingHole, before: payload) {
            batch.append(.gap(payload.track, until: payload.presentationTime))
        }
        batch.append(.payload(payload))
    }

    /// Reports the gaps of the movie and the samples that could not be carried.
    func report(of path: String, _ context: StageContext) {
        for lane in lanes {
            let name = "track \(lane.source.movieTrack.id)"
            lane.holes.report("\(name) of '\(path)'", context)
            guard lane.leftOutCount > 0 else { continue }
            let leftOut = LeftOut(
                name, reason: "whose sample description has an unsupported format; encode the movie (segment --encode)",
                sampleCount: lane.leftOutCount, isPartial: true)
            context.report(leftOut, of: path)
        }
    }

    /// Adds the cues that have ended, and gaps up to the time before which no further cue starts.
    private mutating func addCues(to batch: inout [Message<Sample>]) {
        for index in lanes.indices where lanes[index].cues != nil {
            if lanes[index].next == nil { lanes[index].cues?.finish() }
            for cue in lanes[index].cues?.takeCues() ?? [] { batch.append(.payload(cue)) }
            let source = lanes[index].source
            guard let next = lanes[index].next,
                let known = lanes[index].cues?.known(before: next.decodeTicks &+ source.shift)
            else { continue }
            batch.append(.gap(source.track.id, until: MediaTime(value: known, timescale: source.track.timescale)))
        }
    }

    private func checkEnd(_ path: String) throws(StageError) {
        for damage in lanes.compactMap(\.cursor.damage) {
            throw StageError(damage.stageCode, "'\(path)': \(damage)")
        }
    }

    private func earliestLane() -> Int? {
        var earliest: Int?
        var time = Int64.max
        for index in lanes.indices where lanes[index].next != nil && (earliest == nil || lanes[index].time < time) {
            earliest = index
            time = lanes[index].time
        }
        return earliest
    }

    private func advance(_ lane: inout Lane) {
        lane.next = lane.left > 0 ? lane.cursor.next() : nil
        lane.left -= 1
        guard let next = lane.next else { return }
        let ticks = next.decodeTicks &+ lane.source.shift
        lane.time = MediaTime(value: ticks, timescale: lane.source.track.timescale).nanoseconds
    }
}
