package import Media

/// The fill level of one input or track queue of a link.
package struct FillLevel: Sendable, Hashable {
    package var messages = 0
    package var bytes = 0
    /// The link time of the oldest payload.
    package var oldest: MediaInstant?
    /// The link time of the newest payload.
    package var newest: MediaInstant?

    /// The queued media time.
    package var duration: Duration {
        guard messages > 0, let oldest, let newest else { return .zero }
        return max(.zero, newest - oldest)
    }

    package func reaches(_ limits: LinkLimits) -> Bool {
        messages >= limits.messages || bytes >= limits.bytes || duration >= limits.duration
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
