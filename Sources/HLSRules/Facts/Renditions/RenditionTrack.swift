import HLS
import ISOMedia
package import Media

/// One track across all segments of a media playlist.
package struct RenditionTrack: Sendable {
    /// The description in the first segment or initialization section.
    package var header: TrackFacts
    package var sampleCount = 0
    package var byteCount = 0
    /// The sum of the sample durations, in ticks of the track.
    package var duration: Int64 = 0
    /// The number of samples with closed caption data.
    package var captionCount = 0
    package var shortestDuration = Int64.max
    package var longestDuration: Int64 = 0

    package init(header: TrackFacts) { self.header = header }

    /// Adds the samples of one segment.
    package mutating func add(_ measured: TrackMeasurement) {
        sampleCount += measured.sampleCount
        byteCount += measured.byteCount
        captionCount += measured.captionCount
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
