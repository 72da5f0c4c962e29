/// The segments of a representation: their locations and times (ISO/IEC 23009-1 5.3.9).
package struct SegmentList: Sendable, Hashable {
    /// A file or a byte range in it, relative to the MPD.
    package struct Location: Sendable, Hashable {
        package var uri: String
        /// The byte range; nil for the entire file.
        package var range: Range<Int>?

        package init(uri: String, range: Range<Int>? = nil) {
            self.uri = uri
            self.range = range
        }
    }

    /// A media segment.
    package struct Entry: Sendable, Hashable {
        package var location: Location
        /// The start time in ticks; not negative.
        package var time: Int64
        /// The duration in ticks.
        package var duration: Int64

        package init(location: Location, time: Int64, duration: Int64) {
            self.location = location
            self.time = time
            self.duration = duration
        }
    }

    /// The number of ticks per second.
    package var timescale: Int32
    /// The presentation time at which the period starts, in ticks.
    package var presentationTimeOffset: Int64
    /// The initialization segment; nil if none is needed.
    package var initialization: Location?
    package var entries: [Entry]
    /// The grid of the segments, for delivery while they are made; nil if players wait for listed segments.
    package var grid: NumberedSegments?

    package init(
        timescale: Int32, presentationTimeOffset: Int64 = 0, initialization: Location? = nil, entries: [Entry] = []
    ) {
        self.timescale = timescale
        self.presentationTimeOffset = presentationTimeOffset
        self.initialization = initialization
        self.entries = entries
    }

    /// The template that describes the names of all segments; nil if they follow no pattern.
    package var template: SegmentTemplate? { SegmentTemplate(entries) }
}
