package import Media

/// A segment that an earlier run began, or that a rendition lacks, and that is listed as a gap. Its duration is known when
/// the next segment begins.
package struct PendingGap: Sendable, Hashable {
    /// The number in its file name, from 0.
    package var number: Int
    /// The longest duration.
    package var duration: MediaTime
    package var isDiscontinuity: Bool

    package init(number: Int, duration: MediaTime, isDiscontinuity: Bool) {
        self.number = number
        self.duration = duration
        self.isDiscontinuity = isDiscontinuity
    }
}
