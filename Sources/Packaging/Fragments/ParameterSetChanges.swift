import Media

/// Converts tracks with in-band parameter sets to sample entries that contain them: Apple's players accept only `avc1`,
/// `hvc1` and `dvh1` (authoring specification 1.10). Finds other sizes and pixel aspect ratios in samples whose sample entry
/// should contain all parameter sets, as files of joined streams have them.
struct ParameterSetChanges: Sendable {
    /// The converted tracks, with their formats as written.
    private var tracks: [Track.ID: (track: Track, syntax: BitstreamSyntax)] = [:]

    /// The other tracks of H.264 and HEVC.
    private var watched: [Track.ID: (track: Track, syntax: BitstreamSyntax)] = [:]

    /// Whether no track can change its parameter sets in samples.
    var isEmpty: Bool { tracks.isEmpty && watched.isEmpty }
    /// Whether a track has been converted.
    var hasConverted: Bool { !tracks.isEmpty }

    /// Records the format of a track that is not converted, unless its sample entry allows parameter sets in samples.
    mutating func watch(_ track: Track) {
        watched[track.id] = nil
        guard tracks[track.id] == nil, case .codedVideo(let format) = track.format,
            format.configuration.outOfBandEntry == nil, let syntax = BitstreamSyntax(track.format),
            syntax.hasParameterSets
        else { return }
        watched[track.id] = (track, syntax)
    }

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
        guard sample.flags.isEntryPoint, let known = tracks[sample.track] ?? watched[sample.track],
            case .codedVideo(let format) = known.track.format
        else { return nil }
        let sets = ParameterSets(sample.bytes, known.syntax)
        let record = format.configuration.recordedParameterSets
        guard !sets.isEmpty, !sets.isContained(in: record), let next = format.adopting(sets.replacing(record)) else {
            return nil
        }
        var track = known.track
        track.format = .codedVideo(next)
        if tracks[sample.track] == nil {
            // Containers declare other aspects than their parameter sets, so that these are compared with each other.
            let recorded = format.adopting(record) ?? format
            guard next.size != format.size || next.pixelAspect.value != recorded.pixelAspect.value else { return nil }
            watched[sample.track] = (track, known.syntax)
        } else {
            tracks[sample.track] = (track, known.syntax)
        }
        return track
    }
}

extension BitstreamSyntax {
    fileprivate var hasParameterSets: Bool {
        switch self {
        case .avc, .hevc: true
        default: false
        }
    }
}
