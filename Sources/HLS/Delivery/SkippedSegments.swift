/// What a delta update leaves out (RFC 8216bis 4.4.5.2).
package struct SkippedSegments: Sendable, Hashable {
    /// How many segments, from the first on.
    package var count: Int
    /// The IDs of date ranges that left lately.
    package var removedDateRanges: [String]
    package var unknownAttributes: [UnknownAttribute] = []

    package init(count: Int, removedDateRanges: [String] = []) {
        self.count = count
        self.removedDateRanges = removedDateRanges
    }
}
