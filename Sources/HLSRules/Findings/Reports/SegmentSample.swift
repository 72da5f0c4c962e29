/// The statistics of one segment.
package struct SegmentSample: Sendable, Hashable, Codable {
    /// The media sequence number.
    package var sequence: Int
    /// The EXTINF duration in seconds.
    package var duration: Double
    /// The size in bytes; nil if the media was not measured.
    package var size: Int?
    /// The media duration in seconds; nil if it was not measured.
    package var measuredDuration: Double?
    package var isDiscontinuity: Bool
    package var isGap: Bool

    package init(
        sequence: Int, duration: Double, size: Int? = nil, measuredDuration: Double? = nil,
        isDiscontinuity: Bool = false, isGap: Bool = false
    ) {
        self.sequence = sequence
        self.duration = duration
        self.size = size
        self.measuredDuration = measuredDuration
        self.isDiscontinuity = isDiscontinuity
        self.isGap = isGap
    }

    /// The bit rate in bits per second; nil without a size or duration.
    package var bitRate: Double? {
        guard let size, duration > 0 else { return nil }
        return Double(size) * 8 / duration
    }
}
