package import HLS
package import Media

/// One load of a media playlist during a live validation.
package struct PlaylistObservation: Sendable {
    package var playlist: CheckedPlaylist
    /// The time of the response on a monotonic clock that starts with the validation.
    package var time: MediaTime
    /// The time of the request on the same clock.
    package var requestTime: MediaTime
    /// The wall-clock time of the response; nil if unknown.
    package var date: DateTime?
    /// Whether the request contains `_HLS_skip`, which permits a delta update.
    package var requestsSkip: Bool
    /// The latest known ends of the other playlists, by URI relative to the same base.
    package var edges: [String: PlaylistEdge]
    /// The key of this playlist in ``edges``.
    package var uri: String

    package init(
        playlist: CheckedPlaylist, time: MediaTime, requestTime: MediaTime? = nil, date: DateTime? = nil,
        requestsSkip: Bool = false, edges: [String: PlaylistEdge] = [:], uri: String = ""
    ) {
        self.playlist = playlist
        self.time = time
        self.requestTime = requestTime ?? time
        self.date = date
        self.requestsSkip = requestsSkip
        self.edges = edges
        self.uri = uri
    }
}
