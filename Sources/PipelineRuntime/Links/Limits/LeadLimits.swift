/// The maximum lead of one track of a merge over an input that the merge waits for.
///
/// A link that merges its inputs cannot always block a producer at its usual limits: if the input that the merge waits
/// for comes from the same source, blocking would deadlock. The lead is limited instead, and the run fails beyond it.
/// The limits are therefore far above those at which producers wait.
package struct LeadLimits: Sendable, Hashable {
    /// Maximum number of messages; six hours of audio in packets of 1024 samples.
    package var messages = 1 << 20
    /// Maximum size in bytes, including the overhead per message.
    package var bytes = 512 << 20
    /// Maximum media time.
    package var duration = Duration.seconds(6 * 3600)

    /// Creates the default limits.
    package init() {}
}
