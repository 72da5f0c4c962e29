import Media

/// Tracks with parameter sets in their samples on their way into sample entries that keep them: Apple's players read
/// `avc1`, `hvc1` and `dvh1` alone (authoring specification 1.10).
struct ParameterSetChanges: Sendable {
    /// The formats as they are written, of tracks that came under another sample entry.
    private var tracks: [Track.ID: (track: Track, syntax: BitstreamSyntax)] = [:]

    /// The track as it is written; one whose parameter sets are not all known keeps its sample entry.
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

    /// The track in the format that begins with this sample; nil where it is the same.
    mutating func change(at sample: Sample) -> Track? {
        guard sample.isSync, !tracks.isEmpty, let known = tracks[sample.track],
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
