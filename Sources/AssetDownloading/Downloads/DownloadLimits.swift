/// How much one download may take in.
package struct DownloadLimits: Sendable, Hashable {
    /// Segments of one playlist.
    package var segments = 200_000
    /// Bytes of one segment or file of segments.
    package var resourceSize = 1 << 40
    /// Bytes of one playlist, after decompression.
    package var playlistSize = 16 << 20
    /// Media playlists.
    package var renditions = 200
    /// Loads of a playlist that does not change, before the server is taken to be stuck.
    package var unchangedLoads = 20

    package init() {}
}
