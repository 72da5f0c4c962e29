package import HLS

/// Prepares the media playlist of one rendition for a demuxer, such as by replacing its segments with clear copies.
package protocol PlaylistPreparing: Sendable {
    /// Returns the playlist with absolute URIs. Each call has the current state of the same playlist.
    ///
    /// The call is repeated after errors: a few times for `notFound`, which is thrown for keys that do not exist yet.
    mutating func prepare(
        _ loaded: PlaylistSource.Loaded, from source: PlaylistSource
    ) async throws(AssetDownloadError) -> MediaPlaylist
}

/// Returns the preparation of the playlist with a number, counted from 0.
package typealias PlaylistPreparation = @Sendable (_ number: Int) -> any PlaylistPreparing
