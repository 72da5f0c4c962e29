/// The limits that bound the cost of measuring malicious segments.
package enum MeasurementLimits {
    /// The maximum number of top-level boxes in a segment.
    package static let boxes = 65_536
    /// The maximum number of samples in a segment, in all tracks.
    package static let samples = 1 << 22
    /// The maximum number of sample descriptions of a track.
    package static let descriptions = 64
    /// The maximum number of event messages, producer reference times and segment indexes.
    package static let messages = 256
}
