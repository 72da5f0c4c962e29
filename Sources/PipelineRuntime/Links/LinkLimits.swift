package import Media

/// The capacity of a link, for each task that feeds it.
///
/// A link is full when it reaches any of the first three limits. A producer waits after it has added a batch, so a link
/// may exceed its limits by one batch. Messages that a merge has to buffer while it waits for another input may exceed
/// them too, up to `mergedBytes`.
package struct LinkLimits: Sendable, Hashable {
    /// Maximum number of messages.
    package var messages = 4096
    /// Maximum payload size, in bytes.
    package var bytes = 16 << 20
    /// Maximum media time between the oldest and the newest payload, in nanoseconds.
    package var nanoseconds: Int64 = 10_000_000_000
    /// Maximum lead of one input of a merge over the others, in bytes, including the overhead per message.
    package var mergedBytes = 512 << 20

    /// Creates the default limits.
    package init() {}

    /// Creates limits by message count, bytes and media time.
    package init(messages: Int = 4096, bytes: Int = 16 << 20, duration: MediaTime = .seconds(10)) {
        self.messages = messages
        self.bytes = bytes
        nanoseconds = duration.nanoseconds
    }
}

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

/// The highest fill level that a queue has reached.
package struct HighWaterMark: Sendable, Hashable, Codable {
    package var messages = 0
    package var bytes = 0
    /// Media time, in nanoseconds.
    package var nanoseconds: Int64 = 0
    /// The largest batch added at once; a queue may exceed its limits by this much.
    package var batch = Batch()

    /// The messages, bytes and nanoseconds of media time added by one batch.
    package struct Batch: Sendable, Hashable, Codable {
        package var messages = 0
        package var bytes = 0
        package var nanoseconds: Int64 = 0
    }

    /// Records the fill level after messages were added.
    mutating func record(_ fill: FillLevel, before: FillLevel) {
        messages = max(messages, fill.messages)
        bytes = max(bytes, fill.bytes)
        nanoseconds = max(nanoseconds, fill.nanoseconds)
        batch.messages = max(batch.messages, fill.messages - before.messages)
        batch.bytes = max(batch.bytes, fill.bytes - before.bytes)
        batch.nanoseconds = max(batch.nanoseconds, fill.nanoseconds - before.nanoseconds)
    }

    /// Combines both marks by their maxima.
    mutating func join(_ other: HighWaterMark) {
        messages = max(messages, other.messages)
        bytes = max(bytes, other.bytes)
        nanoseconds = max(nanoseconds, other.nanoseconds)
        batch.messages = max(batch.messages, other.batch.messages)
        batch.bytes = max(batch.bytes, other.batch.bytes)
        batch.nanoseconds = max(batch.nanoseconds, other.batch.nanoseconds)
    }
}
