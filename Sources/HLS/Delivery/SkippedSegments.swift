/// The segments omitted from a delta update (RFC 8216bis 4.4.5.2).
package struct SkippedSegments: Sendable, Hashable {
    /// The number of omitted segments, counted from the first.
    package var count: Int
    /// The IDs of recently removed date ranges.
    package var removedDateRanges: [String]
    /// The keys in force after the omitted segments, which the tags of the next segment replace; not an attribute.
    package var keys: [EncryptionKey] = []
    package var unknownAttributes: [UnknownAttribute] = []

    package init(count: Int, removedDateRanges: [String] = []) {
        self.count = count
        self.removedDateRanges = removedDateRanges
    }
}
