package import Media

/// The value of EXT-X-TARGETDURATION: seconds that no rounded segment duration exceeds (RFC 8216bis 4.4.3.1).
package struct TargetDuration: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The duration in seconds, at least 1.
    package let seconds: Int

    /// Creates a target duration; values below 1 become 1.
    package init(seconds: Int) { self.seconds = max(1, seconds) }

    /// Creates the smallest target duration that covers the longest of the existing segments.
    package init(covering longest: MediaTime) {
        self.init(seconds: Int(clamping: longest.ticks(at: 1)))
    }

    /// Creates the target duration to declare in advance if segments end at or shortly after `interval`.
    ///
    /// Includes a quarter of a second for the frame that crosses the boundary. If the interval between sync samples is
    /// at most `maximumSyncDistance`, segment durations are multiples of it.
    package init(planning interval: MediaTime, maximumSyncDistance: MediaTime? = nil) {
        let slack = MediaTime.milliseconds(250)
        guard let distance = maximumSyncDistance, distance > .zero, !distance.isIndefinite else {
            self.init(covering: interval + slack)
            return
        }
        let grid = SegmentGrid(interval: distance)
        let index = grid.index(at: interval)
        let covered = grid.boundary(index) >= interval ? index : index + 1
        self.init(covering: max(interval, grid.boundary(covered)) + slack)
    }

    /// Whether a segment with this duration complies.
    package func allows(_ duration: MediaTime) -> Bool { duration.ticks(at: 1) <= Int64(seconds) }

    /// The maximum duration of a segment that complies, in milliseconds.
    package var maximumSegmentDuration: MediaTime { time + .milliseconds(499) }

    /// The time for which a live playlist can wait for its source before it must publish a gap: an update is due within
    /// half a target duration after a segment's end (RFC 8216bis 6.2.2), and a quarter of a second of this time is
    /// reserved for delivery.
    package var sourceTimeout: MediaTime {
        max(.milliseconds(250), MediaTime.milliseconds(Int64(seconds) * 500 - 250))
    }

    /// The target duration as a time.
    package var time: MediaTime { .seconds(Int64(seconds)) }

    package static func < (left: TargetDuration, right: TargetDuration) -> Bool { left.seconds < right.seconds }

    package var description: String { "\(seconds)s" }
}
