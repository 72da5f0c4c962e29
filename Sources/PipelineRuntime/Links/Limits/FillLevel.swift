import Media

/// The fill level of one input or track queue of a link.
package struct FillLevel: Sendable, Hashable {
    package var messages = 0
    package var bytes = 0
    /// The link time of the oldest payload, in nanoseconds.
    package var oldest: Int64?
    /// The link time of the newest payload, in nanoseconds.
    package var newest: Int64?

    /// The queued media time, in nanoseconds.
    package var nanoseconds: Int64 {
        guard messages > 0, let oldest, let newest else { return 0 }
        let (difference, overflows) = newest.subtractingReportingOverflow(oldest)
        return overflows ? .max : max(0, difference)
    }

    package func reaches(_ limits: LinkLimits) -> Bool {
        messages >= limits.messages || bytes >= limits.bytes || nanoseconds >= limits.nanoseconds
    }

    mutating func add(_ count: Int, _ measure: BatchMeasure) {
        if messages == 0 { oldest = nil }
        messages += count
        bytes += measure.bytes
        if let first = measure.first, let last = measure.last {
            oldest = oldest ?? first
            newest = last
        }
    }

    mutating func remove(_ count: Int, _ measure: BatchMeasure) {
        messages -= count
        bytes -= measure.bytes
        if let last = measure.last { oldest = last }
    }
}
