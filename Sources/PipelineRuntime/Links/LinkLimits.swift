package import Media

/// How much a link holds, for each task that feeds it.
///
/// A link is full when any of the first three is reached; whoever feeds it waits behind what it has just added, so a
/// link may contain one batch more. What a merge has to keep while it waits for another
/// input may go beyond them, up to `mergedBytes`.
package struct LinkLimits: Sendable, Hashable {
    /// How many messages.
    package var messages = 4096
    /// How many bytes of payload.
    package var bytes = 16 << 20
    /// How much media time between the oldest and the newest payload, in nanoseconds.
    package var nanoseconds: Int64 = 10_000_000_000
    /// How many bytes, the messages themselves included, one input of a merge may be ahead of the others.
    package var mergedBytes = 512 << 20

    /// The usual limits.
    package init() {}

    /// Limits by count, bytes and media time.
    package init(messages: Int = 4096, bytes: Int = 16 << 20, duration: MediaTime = .seconds(10)) {
        self.messages = messages
        self.bytes = bytes
        nanoseconds = duration.nanoseconds
    }
}

/// What lies in one lane of a link.
package struct LaneFill: Sendable, Hashable {
    package var messages = 0
    package var bytes = 0
    /// The link time of the payload that has been there longest, in nanoseconds.
    package var oldest: Int64?
    /// The link time of the payload that came last, in nanoseconds.
    package var newest: Int64?

    /// How much media time there is, in nanoseconds.
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

/// The most that was ever in one lane.
package struct HighWater: Sendable, Hashable, Codable {
    package var messages = 0
    package var bytes = 0
    /// In nanoseconds of media time.
    package var nanoseconds: Int64 = 0
    /// The most that was added at once, by which a lane may exceed its limits.
    package var batch = Batch()

    /// What one batch added.
    package struct Batch: Sendable, Hashable, Codable {
        package var messages = 0
        package var bytes = 0
        package var nanoseconds: Int64 = 0
    }

    /// A lane has grown.
    mutating func record(_ fill: LaneFill, before: LaneFill) {
        messages = max(messages, fill.messages)
        bytes = max(bytes, fill.bytes)
        nanoseconds = max(nanoseconds, fill.nanoseconds)
        batch.messages = max(batch.messages, fill.messages - before.messages)
        batch.bytes = max(batch.bytes, fill.bytes - before.bytes)
        batch.nanoseconds = max(batch.nanoseconds, fill.nanoseconds - before.nanoseconds)
    }

    /// The most of either.
    mutating func join(_ other: HighWater) {
        messages = max(messages, other.messages)
        bytes = max(bytes, other.bytes)
        nanoseconds = max(nanoseconds, other.nanoseconds)
        batch.messages = max(batch.messages, other.batch.messages)
        batch.bytes = max(batch.bytes, other.batch.bytes)
        batch.nanoseconds = max(batch.nanoseconds, other.batch.nanoseconds)
    }
}
