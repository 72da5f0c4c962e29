import Media

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
