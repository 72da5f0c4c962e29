package import ISOMedia
package import Media
package import StageKit

/// Reads the descriptions of the samples of a track in batches, without the samples.
package final class SampleDescriptionReader {
    /// The number of samples in a batch.
    private static let batchCount = 256

    private let source: SelectedMovieTrack
    private let movie: MovieFile
    private var cursor: SampleCursor
    /// The number of samples left to read.
    private var left: Int
    /// The places of the batches.
    private var marks: [SampleCursor.Mark] = []
    private let first: Int
    /// The numbers of examined sync samples, of examined ones that are no sync samples, and of recovery points of these.
    private var (markedCount, wrongCount, recoveryCount) = (0, 0, 0)
    /// Whether all samples so far have the format of the track, and follow each other without a gap.
    package private(set) var isUniform = true
    /// Whether the next sync sample is examined; others are taken from the movie unchecked.
    private let examines: () -> Bool
    /// Whether the flags of examined samples are corrected.
    private let correctsFlags: Bool

    /// Reads the samples that the edit list presents; nil for tracks whose descriptions are not in tables or do not
    /// describe the samples.
    package init?(
        _ id: Track.ID, of selected: SelectedMovie, correctsFlags: Bool, examines: @escaping () -> Bool
    ) {
        guard let source = selected.tracks.first(where: { $0.track.id == id }), source.cues == nil,
            !selected.movie.isFragmented
        else { return nil }
        (self.source, movie, self.examines) = (source, selected.movie, examines)
        self.correctsFlags = correctsFlags
        cursor = movie.cursor(for: source.movieTrack)
        first = source.samples.range.lowerBound
        for _ in 0..<first { _ = cursor.next() }
        left = source.samples.range.count
    }

    /// Appends a batch of the next samples; none at the end.
    package func read(_ samples: inout [MovieSample]) {
        let count = min(Self.batchCount, left)
        guard count > 0 else { return }
        marks.append(cursor.mark)
        let start = samples.count
        cursor.read(count, into: &samples)
        let isWhole = samples.count - start == count
        left = isWhole ? left - count : 0
        if left == 0, isWhole, let duration = source.samples.lastDuration {
            samples[start + count - 1].duration = max(1, duration)
        }
        let (shift, descriptionIndex) = (source.shift, source.descriptionIndex)
        for index in start..<samples.count {
            samples[index].decodeTicks &+= shift
            if samples[index].descriptionIndex != descriptionIndex || samples[index].precedingGap != 0 {
                isUniform = false
            }
            if samples[index].flags.isSync { examine(&samples[index]) }
        }
    }

    private func examine(_ sample: inout MovieSample) {
        guard let rule = source.syncRule, examines() else { return }
        markedCount += 1
        let flags = rule.flags(sample.flags, of: bytes(of: sample))
        if !flags.isSync {
            wrongCount += 1
            if BitstreamSyntax(source.track.format)?.recoveryPoint(bytes(of: sample)) != nil { recoveryCount += 1 }
        }
        if correctsFlags { sample.flags = flags }
    }

    /// Whether a sample that was examined is marked as a sync sample, but is none.
    package var hasWrongFlags: Bool { wrongCount > 0 }

    /// Warns if decoding cannot start at sync samples that were examined, not even gradually at a recovery point.
    package func warn(_ context: StageContext) {
        guard source.track.mediaType == .video else { return }
        SyncDistances.warn(
            wrongCount: wrongCount - recoveryCount, markedCount: markedCount, of: source.movieTrack, context)
    }

    /// Returns the bytes of a sample.
    package func bytes(of sample: MovieSample) -> ByteSlice { movie.bytes(of: sample, in: source.movieTrack) }

    /// Returns the place of a sample that was read, by the number of samples before it.
    package func place(at position: Int) -> SelectedMovie.Place {
        let batch = position / Self.batchCount
        return SelectedMovie.Place(
            mark: marks[batch], position: first + batch * Self.batchCount, distance: position % Self.batchCount)
    }
}
