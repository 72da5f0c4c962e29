package import Media

/// Numbered segments of equal duration that players request by the clock, without a list of segments (ISO/IEC 23009-1
/// 5.3.9.5.3).
package struct NumberedSegments: Sendable, Hashable {
    /// The duration of a segment in ticks.
    package var duration: Int64
    /// The number of the segment that starts at the start of the period.
    package var startNumber: Int
    /// The time from the end of a segment's first chunk to the end of the segment.
    package var availabilityOffset: MediaTime

    /// The grid of these segments; nil if a segment is more than half a segment away from its place in it.
    ///
    /// - Parameter duration: The nominal duration of a segment in ticks.
    package init?(_ list: SegmentList, duration: Int64, chunk: MediaTime) {
        guard duration > 0, let first = list.entries.first, let template = list.template else { return nil }
        let index = Self.index(first.time - list.presentationTimeOffset, duration)
        for (position, entry) in list.entries.enumerated() {
            let time = entry.time - list.presentationTimeOffset
            guard Self.index(time, duration) == index + Int64(position) else { return nil }
        }
        startNumber = template.startNumber - Int(index)
        guard startNumber >= 0 else { return nil }
        self.duration = duration
        availabilityOffset = MediaTime(value: duration, timescale: list.timescale) - chunk
    }

    /// The index of the segment whose start is nearest to a time.
    private static func index(_ time: Int64, _ duration: Int64) -> Int64 { (time + duration / 2) / duration }
}
