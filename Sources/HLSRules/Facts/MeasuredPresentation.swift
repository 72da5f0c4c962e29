package import HLS
import ISOMedia
package import Media

/// What was measured of all playlists of a presentation.
package struct MeasuredPresentation: Sendable {
    package var presentation: CheckedPresentation
    /// For each of the presentation's renditions in order; nil for one that was not measured.
    package var renditions: [MeasuredRendition?]

    package init(presentation: CheckedPresentation, renditions: [MeasuredRendition?]) {
        self.presentation = presentation
        self.renditions = renditions
    }

    /// The renditions that were measured, with what the multivariant playlist says of them.
    package var measured: [(rendition: CheckedRendition, measured: MeasuredRendition)] {
        zip(presentation.renditions, renditions).compactMap { rendition, measured in measured.map { (rendition, $0) } }
    }
}

/// What was measured of one media playlist.
package struct MeasuredRendition: Sendable {
    /// In the order of the playlist; segments that are gaps or could not be read are missing.
    package var segments: [SegmentSample]
    /// Peak and average as the specification defines them; nil where a size is not known.
    package var bandwidth: Bandwidth?
    package var contents: Set<SegmentFacts.Content> = []
    /// Each once, in the order in which they are in force.
    package var initializations: [InitializationFacts] = []
    /// All segments together.
    package var tracks: [RenditionTrack] = []
    /// Whether all segments of the playlist were measured.
    package var isComplete = false

    package init(segments: [SegmentSample]) { self.segments = segments }

    /// The first track of pictures.
    package var video: RenditionTrack? { tracks.first { $0.header.mediaType == .video } }
    /// The first track of sound.
    package var audio: RenditionTrack? { tracks.first { $0.header.mediaType == .audio } }
    /// The codecs of all tracks, each once.
    package var codecs: [String] {
        var codecs: [String] = []
        for codec in initializations.flatMap(\.measurement.tracks).map(\.codec) + tracks.map(\.header.codec) {
            if let codec, !codecs.contains(codec) { codecs.append(codec) }
        }
        return codecs
    }
}

/// One track over all segments of a media playlist.
package struct RenditionTrack: Sendable {
    /// As the first segment or initialization section describes it.
    package var header: TrackFacts
    package var sampleCount = 0
    package var byteCount = 0
    /// The sum of the sample durations, in ticks of the track.
    package var duration: Int64 = 0
    package var shortestDuration = Int64.max
    package var longestDuration: Int64 = 0

    package init(header: TrackFacts) { self.header = header }

    /// Takes in the samples of one segment.
    package mutating func add(_ measured: TrackMeasurement) {
        sampleCount += measured.sampleCount
        byteCount += measured.byteCount
        duration = duration.addingReportingOverflow(measured.duration).partialValue
        shortestDuration = min(shortestDuration, measured.shortestDuration)
        longestDuration = max(longestDuration, measured.longestDuration)
    }

    package var seconds: Double { Double(duration) / Double(header.timescale) }
    /// In bits per second; nil without a duration.
    package var bitRate: Double? { duration > 0 ? Double(byteCount) * 8 / seconds : nil }
    /// Samples per second on average; nil without a duration.
    package var rate: Double? { duration > 0 ? Double(sampleCount) / seconds : nil }
    /// Whether all samples last equally long, within a tick that rounding needs.
    package var hasSteadyRate: Bool { shortestDuration != .max && longestDuration - shortestDuration <= 1 }
}
