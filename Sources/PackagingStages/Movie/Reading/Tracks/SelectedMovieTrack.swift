import ISOMedia
import Media
import StageKit

/// A track of a movie to read, with the mapping of its times to the presentation timeline.
struct SelectedMovieTrack: Sendable {
    var track: Track
    let movieTrack: MovieTrack
    /// The offset added to decode ticks of the media: the edit list removes priming and reorder delay, or delays the
    /// track.
    private(set) var shift: Int64
    /// The rule for sync samples; nil to use the movie's flags.
    private(set) var syncRule: SyncRule?

    /// Whether samples have the movie's flags, also where the rule differs.
    private(set) var keepsFlags = false

    /// Converts samples to cues; nil for media that pass through unchanged.
    let cues: MovieCues?
    /// The samples that the edit list presents.
    private(set) var samples: EditedSamples
    /// The number of the current sample entry, from 1.
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
            flags: (keepsFlags ? nil : syncRule)?.flags(sample.flags, of: bytes) ?? sample.flags, bytes: bytes)
    }

    /// Reads samples with the movie's flags.
    mutating func keepFlags() { keepsFlags = true }

    mutating func shift(by offset: MediaTime) { shift = shift &+ offset.ticks(at: track.timescale) }

    /// Restricts the samples to positions in decode order.
    mutating func restrict(to range: Range<Int>) {
        // Nothing before the first sample is presented, and the next one is not the last of the edit.
        if range.lowerBound > samples.range.lowerBound { track.priming = 0 }
        if range.upperBound < samples.range.upperBound { samples.lastDuration = nil }
        samples.range = range
    }

    /// Removes all that the end of the track determines, because further samples follow.
    mutating func removeEnd() {
        (track.duration, track.maximumSyncInterval, track.maximumClosedSyncInterval) = (nil, nil, nil)
        track.recoveryIntervals = nil
        samples.range = samples.range.lowerBound..<Int.max
        samples.lastDuration = nil
    }

    /// Starts with another sample entry, if its format is supported.
    mutating func start(at descriptionIndex: Int, in movie: MovieFile) {
        guard let format = movieTrack.formats[descriptionIndex - 1, default: nil], format.mediaType == track.mediaType
        else { return }
        self.descriptionIndex = descriptionIndex
        track.format = format
        syncRule = SyncRule(format)
    }

    /// Continues with another sample entry. Returns false if its format is not supported.
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
    /// The format at `index`; `value` if the index is out of range.
    subscript(index: Int, default value: MediaFormat?) -> MediaFormat? {
        indices.contains(index) ? self[index] : value
    }
}
