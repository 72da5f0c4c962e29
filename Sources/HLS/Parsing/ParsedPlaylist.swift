/// A parsed playlist with its warnings and unknown tags.
package struct ParsedPlaylist: Sendable, Hashable {
    package var playlist: Playlist
    /// The value of EXT-X-VERSION; 1 without it.
    package var version: Int
    /// The names of unknown tags, in order, up to a limit; the model contains the tags themselves.
    package var unknownTags: [UnknownTagName]
    /// Deviations whose meaning is clear, in order, up to a limit.
    package var warnings: [PlaylistProblem]
    /// The problems of skipped lines, in order, up to a limit; empty unless the tolerance is `complete`.
    package var faults: [PlaylistProblem] = []
    /// The known values of the playlist's variables, which media playlists may import.
    package var variables: [String: String]

    /// The name of an unknown tag.
    package struct UnknownTagName: Sendable, Hashable {
        /// The line number, from 1.
        package var line: Int
        /// The name without the number sign.
        package var name: String
    }
}
