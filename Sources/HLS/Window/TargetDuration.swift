package import Media

/// What EXT-X-TARGETDURATION says: whole seconds that no rounded segment duration exceeds (RFC 8216bis 4.4.3.1).
package struct TargetDuration: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// 1 or more.
    package let seconds: Int

    /// A target of whole seconds; 1 at least.
    package init(seconds: Int) { self.seconds = max(1, seconds) }

    /// The smallest target that covers the longest of segments that exist already.
    package init(covering longest: MediaTime) {
        self.init(seconds: Int(clamping: longest.ticks(at: 1)))
    }

    /// The target to promise before there are segments, when segments are cut at or just after `interval`.
    ///
    /// A quarter of a second is left for the picture that crosses the boundary. Where sync samples are known to be
    /// `longestSyncDistance` apart, segments last a whole number of these distances.
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

    /// Whether a segment of this duration keeps the promise.
    package func allows(_ duration: MediaTime) -> Bool { duration.ticks(at: 1) <= Int64(seconds) }

    /// The longest segment that keeps the promise, to the millisecond.
    package var maximumSegmentDuration: MediaTime { time + .milliseconds(499) }

    /// How long a live playlist can wait for its source before it has to say that there is nothing: it is renewed no
    /// later than half a target duration after a segment was due (RFC 8216bis 6.2.2), and a quarter of a second is left
    /// for the way.
    package var sourceTimeout: MediaTime {
        max(.milliseconds(250), MediaTime.milliseconds(Int64(seconds) * 500 - 250))
    }

    /// The target as a time.
    package var time: MediaTime { .seconds(Int64(seconds)) }

    package static func < (left: TargetDuration, right: TargetDuration) -> Bool { left.seconds < right.seconds }

    package var description: String { "\(seconds)s" }
}
