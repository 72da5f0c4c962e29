package import HLS
package import Media

/// A media playlist as it was loaded once while it is watched.
package struct PlaylistObservation: Sendable {
    package var playlist: CheckedPlaylist
    /// When the answer was there, counted from the beginning of the watch, by a clock that never goes back.
    package var time: MediaTime
    /// When the request was sent, on the same scale.
    package var requestTime: MediaTime
    /// What the clock on the wall said when the answer was there; nil where the watch has none.
    package var date: DateTime?
    /// What the request asked for with `_HLS_skip`: whether the answer may leave segments out.
    package var requestsSkip: Bool
    /// How far the other playlists were when each was last seen, by their addresses relative to the same place.
    package var edges: [String: PlaylistEdge]
    /// What ``edges`` calls this playlist.
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

/// How far a playlist is: its last segment, and the last part behind it.
package struct PlaylistEdge: Sendable, Hashable {
    /// The media sequence number of the last segment, or of the one whose parts are listed behind it.
    package var mediaSequence: Int
    /// The index of its last part; nil where it has none.
    package var part: Int?
    /// When it was seen, on the scale of ``PlaylistObservation/time``.
    package var time: MediaTime

    package init(mediaSequence: Int, part: Int?, time: MediaTime) {
        self.mediaSequence = mediaSequence
        self.part = part
        self.time = time
    }
}
