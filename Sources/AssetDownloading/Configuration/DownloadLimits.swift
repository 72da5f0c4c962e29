/// The limits of one download.
package struct DownloadLimits: Sendable, Hashable {
    /// Segments of one playlist.
    package var segments = 200_000
    /// The size of one segment or of a file with several segments, in bytes.
    package var resourceSize = 1 << 40
    /// The size of a resource whose length the server does not declare: at least so many bytes, or so many times the
    /// expected size, and at most ``undeclaredMaximum``.
    package var undeclaredSize = 64 << 20
    package var undeclaredMultiple = 8
    package var undeclaredMaximum = 4 << 30
    /// The size of one playlist after decompression, in bytes.
    package var playlistSize = 16 << 20
    /// Media playlists.
    package var renditions = 200
    /// Files of the presentation's metadata.
    package var sessionFiles = 100
    /// Loads of an unchanged playlist after which the server is considered stalled.
    package var unchangedLoads = 20

    package init() {}

    /// The maximum size of a resource whose length the server does not declare, in bytes.
    func undeclaredSize(of item: PlannedItem) -> Int {
        let (expected, overflow) = item.expectedSize.multipliedReportingOverflow(by: undeclaredMultiple)
        return min(max(undeclaredSize, overflow ? .max : expected), undeclaredMaximum)
    }
}
