/// The tracks that are packaged together under one media playlist.
public struct Rendition: Sendable, Hashable, Identifiable {
    /// The name that files and playlists are called by, unique in a presentation, such as `video`.
    public var id: String
    /// The tracks, video first.
    public var tracks: [Track]
    /// The segment duration that is aimed at.
    public var interval: MediaTime
    /// The longest duration of a part; nil where segments are given out whole only.
    public var partTarget: MediaTime?
    /// How its segments are made of pictures; nil where they are made of tracks.
    public var images: ImageGrid?

    /// A rendition of these tracks.
    public init(id: String, tracks: [Track], interval: MediaTime) {
        self.id = id
        self.tracks = tracks
        self.interval = interval
    }

    /// Video where one of the tracks is.
    public var mediaType: MediaType {
        tracks.contains { $0.mediaType == .video } ? .video : tracks.first?.mediaType ?? .video
    }
}
