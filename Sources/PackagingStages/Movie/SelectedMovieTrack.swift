import ISOMedia
import Media
import StageKit

/// A track of a movie that is read, and how its times become ours.
struct SelectedMovieTrack: Sendable {
    var track: Track
    let movieTrack: MovieTrack
    /// Added to decode ticks of the media: the edit list takes priming and reorder delay out, or delays the track.
    let shift: Int64
    /// What decides whether a sync sample is one; nil where the movie does.
    private(set) var syncRule: SyncRule?

    /// What makes cues of samples; nil for media that are carried as they are.
    let cues: MovieCues?
    /// The samples that the edit list presents.
    let samples: EditedSamples
    /// The number of the sample entry that describes the samples now, from 1.
    private(set) var descriptionIndex: Int

    init(
        track: Track, movieTrack: MovieTrack, shift: Int64, syncRule: SyncRule?, cues: MovieCues?,
        samples: EditedSamples, descriptionIndex: Int
    ) {
        (self.track, self.movieTrack, self.shift, self.syncRule) = (track, movieTrack, shift, syncRule)
        (self.cues, self.samples, self.descriptionIndex) = (cues, samples, descriptionIndex)
    }

    func sample(from sample: MovieSample, in movie: MovieFile) -> Sample {
        let bytes = movie.bytes(of: sample, in: movieTrack)
        return Sample(
            track: track.id, timescale: track.timescale, decodeTicks: sample.decodeTicks &+ shift,
            presentationOffset: sample.compositionOffset, duration: sample.duration,
            flags: syncRule?.flags(sample.flags, of: bytes) ?? sample.flags, bytes: bytes)
    }

    /// Continues with another sample entry; false where its format cannot be carried.
    mutating func change(to sample: MovieSample, in movie: MovieFile) -> Bool {
        let format = movieTrack.formats[sample.descriptionIndex - 1, default: nil]
        guard let format, format.mediaType == track.mediaType else { return false }
        descriptionIndex = sample.descriptionIndex
        track.format = CodecCheck(format, firstSample: movie.bytes(of: sample, in: movieTrack)).format
        syncRule = SyncRule(track.format)
        return true
    }
}

extension [MediaFormat?] {
    /// The format at a position; `value` outside.
    subscript(index: Int, default value: MediaFormat?) -> MediaFormat? {
        indices.contains(index) ? self[index] : value
    }
}
