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
    /// Maximum media time between the oldest and the newest payload.
    package var duration = Duration.seconds(10)
    /// Maximum lead of one input of a merge over the others, in bytes, including the overhead per message.
    package var mergedBytes = 512 << 20

    /// Creates the default limits.
    package init() {}

    /// Creates limits by message count, bytes and media time.
    package init(messages: Int = 4096, bytes: Int = 16 << 20, duration: MediaTime = .seconds(10)) {
        self.messages = messages
        self.bytes = bytes
        self.duration = duration.duration
    }
}
