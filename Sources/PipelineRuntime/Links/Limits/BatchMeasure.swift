package import Media

/// The payload count, size and time range of a run of messages.
package struct BatchMeasure: Sendable, Hashable {
    /// The number of messages that are payloads.
    package var payloads = 0
    /// The number of payloads that only describe media.
    package var headers = 0
    package var bytes = 0
    /// The bytes that are not media or files of their own: parts, which their segments contain again, and the values of
    /// playlists in memory.
    package var repeatedBytes = 0
    /// The link time of the first payload with a time.
    package var first: MediaInstant?
    /// The link time of the last payload with a time.
    package var last: MediaInstant?
    /// The link time at which that payload ends.
    package var lastEnd: MediaInstant?

    /// The size of the payloads in which each byte counts once, for figures.
    package var distinctBytes: Int { bytes - repeatedBytes }
}
