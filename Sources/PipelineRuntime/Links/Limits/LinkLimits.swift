package import Media

/// The capacity of a link, for each track of each input.
///
/// A track is full when it reaches any of the limits. A producer waits after it has added a batch, so a link may exceed
/// its limits by one batch. Where a merge must not block a producer, `lead` applies instead.
package struct LinkLimits: Sendable, Hashable {
    /// Maximum number of messages.
    package var messages = 4096
    /// Maximum payload size, in bytes. Frames of a camera have no other buffer: 32 MiB are a third of a second of
    /// uncompressed 1080p video.
    package var bytes = 32 << 20
    /// Maximum media time between the oldest and the newest payload.
    package var duration = Duration.seconds(10)
    /// Maximum lead of a track of a merge over the inputs that the merge waits for.
    package var lead = LeadLimits()

    /// Creates the default limits.
    package init() {}

    /// Creates limits by message count, bytes and media time.
    package init(messages: Int = 4096, bytes: Int = 32 << 20, duration: MediaTime = .seconds(10)) {
        self.messages = messages
        self.bytes = bytes
        self.duration = duration.duration
    }
}
