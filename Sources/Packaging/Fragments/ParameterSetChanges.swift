import Media

/// Converts tracks with in-band parameter sets to sample entries that contain them: Apple's players accept only `avc1`,
/// `hvc1` and `dvh1` (authoring specification 1.10).
struct ParameterSetChanges: Sendable {
    /// The converted tracks, with their formats as written.
    private var tracks: [Track.ID: (track: Track, syntax: BitstreamSyntax)] = [:]

    /// Whether no track has been converted.
    var isEmpty: Bool { tracks.isEmpty }

    /// Returns the track as written. A track whose parameter sets are not all known keeps its sample entry.
    mutating func convert(_ track: Track) -> Track {
        guard case .codedVideo(var format) = track.format, let configuration = format.configuration.outOfBand,
            let syntax = BitstreamSyntax(track.format)
        else { return track }
        format.configuration = configuration
        var result = track
        result.format = .codedVideo(format)
        tracks[track.id] = (result, syntax)
        return result
    }

    /// Returns the track with the format that starts at this sample; nil if the format does not change.
    mutating func change(at sample: Sample) -> Track? {
        guard sample.flags.isEntryPoint, let known = tracks[sample.track],
            case .codedVideo(let format) = known.track.format
        else { return nil }
        let sets = ParameterSets(sample.bytes, known.syntax)
        let record = format.configuration.recordedParameterSets
        guard !sets.isEmpty, !sets.isContained(in: record), let next = format.adopting(sets.replacing(record)) else {
            return nil
        }
        var track = known.track
        track.format = .codedVideo(next)
        tracks[sample.track] = (track, known.syntax)
        return track
    }
}
