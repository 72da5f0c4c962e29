import Media

/// The highest fill level that a queue has reached.
package struct HighWaterMark: Sendable, Hashable {
    package var messages = 0
    package var bytes = 0
    /// Media time.
    package var duration = Duration.zero
    /// The largest batch added at once; a queue may exceed its limits by this much.
    package var batch = Batch()

    /// The messages, bytes and media time of a batch or a track.
    package struct Batch: Sendable, Hashable {
        package var messages = 0
        package var bytes = 0
        package var duration = Duration.zero

        mutating func raise(to fill: FillLevel) {
            messages = max(messages, fill.messages)
            bytes = max(bytes, fill.bytes)
            duration = max(duration, fill.duration)
        }
    }

    /// Records the fill level after messages were added.
    mutating func record(_ fill: FillLevel, before: FillLevel) {
        messages = max(messages, fill.messages)
        bytes = max(bytes, fill.bytes)
        duration = max(duration, fill.duration)
        batch.messages = max(batch.messages, fill.messages - before.messages)
        batch.bytes = max(batch.bytes, fill.bytes - before.bytes)
        batch.duration = max(batch.duration, fill.duration - before.duration)
    }

    /// Combines both marks by their maxima.
    mutating func join(_ other: HighWaterMark) {
        messages = max(messages, other.messages)
        bytes = max(bytes, other.bytes)
        duration = max(duration, other.duration)
        batch.messages = max(batch.messages, other.batch.messages)
        batch.bytes = max(batch.bytes, other.batch.bytes)
        batch.duration = max(batch.duration, other.batch.duration)
    }
}
