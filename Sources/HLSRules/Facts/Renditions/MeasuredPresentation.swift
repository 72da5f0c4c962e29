package import HLS
import ISOMedia
package import Media

/// The measurements of all playlists of a presentation.
package struct MeasuredPresentation: Sendable {
    package var presentation: CheckedPresentation
    /// The measurements of the renditions, in the same order; nil for renditions that were not measured.
    package var renditions: [MeasuredRendition?]

    package init(presentation: CheckedPresentation, renditions: [MeasuredRendition?]) {
        self.presentation = presentation
        self.renditions = renditions
    }

    /// The measured renditions with their declarations.
    package var measured: [(rendition: CheckedRendition, measured: MeasuredRendition)] {
        zip(presentation.renditions, renditions).compactMap { rendition, measured in measured.map { (rendition, $0) } }
    }
}

/// The measurements of one media playlist.
package struct MeasuredRendition: Sendable {
    /// The measured segments in order, except gaps and segments that could not be loaded.
    package var segments: [SegmentSample]
    /// The peak and average bit rates as defined by the specification; nil if a size is unknown.
    package var bandwidth: Bandwidth?
    package var contents: Set<SegmentFacts.Content> = []
    /// The distinct initialization sections, in the order of use.
    package var initializations: [InitializationFacts] = []
    /// The tracks, across all segments.
    package var tracks: [RenditionTrack] = []
    /// Whether all segments of the playlist were measured.
    package var isComplete = false

    package init(segments: [SegmentSample]) { self.segments = segments }

    /// The first video track.
    package var video: RenditionTrack? { tracks.first { $0.header.mediaType == .video } }
    /// The first audio track.
    package var audio: RenditionTrack? { tracks.first { $0.header.mediaType == .audio } }
    /// The distinct codecs of all tracks.
    package var codecs: [String] {
        var codecs: [String] = []
        for codec in initializations.flatMap(\.measurement.tracks).map(\.codec) + tracks.map(\.header.codec) {
            if let codec, !codecs.contains(codec) { codecs.append(codec) }
        }
        return codecs
    }
}

/// One track across all segments of a media playlist.
package struct RenditionTrack: Sendable {
    /// The description in the first segment or initialization section.
    package var header: TrackFacts
    package var sampleCount = 0
    package var byteCount = 0
    /// The sum of the sample durations, in ticks of the track.
    package var duration: Int64 = 0
    package var shortestDuration = Int64.max
    package var longestDuration: Int64 = 0

    package init(header: TrackFacts) { self.header = header }

    /// Adds the samples of one segment.
    package mutating func add(_ measured: TrackMeasurement) {
        sampleCount += measured.sampleCount
        byteCount += measured.byteCount
        duration = duration.addingReportingOverflow(measured.duration).partialValue
        shortestDuration = min(shortestDuration, measured.shortestDuration)
        longestDuration = max(longestDuration, measured.longestDuration)
    }

    package var seconds: Double { Double(duration) / Double(header.timescale) }
    /// The average bit rate in bits per second; nil without a duration.
    package var bitRate: Double? { duration > 0 ? Double(byteCount) * 8 / seconds : nil }
    /// The average number of samples per second; nil without a duration.
    package var rate: Double? { duration > 0 ? Double(sampleCount) / seconds : nil }
    /// Whether all samples have the same duration, except for rounding by one tick.
    package var hasSteadyRate: Bool { shortestDuration != .max && longestDuration - shortestDuration <= 1 }
}
