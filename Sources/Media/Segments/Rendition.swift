/// The tracks that are packaged together in one media playlist.
public struct Rendition: Sendable, Hashable, Identifiable, Codable {
    /// The name used in file names and playlists, such as `video`. Unique in a presentation.
    public var id: String
    /// The tracks, video first.
    public var tracks: [Track]
    /// The target segment duration.
    public var interval: MediaTime
    /// The part target duration (`EXT-X-PART-INF`); nil when segments are not divided into parts.
    public var partTarget: MediaTime?
    /// The thumbnail layout of a rendition whose segments are images; nil for a rendition of tracks.
    public var images: ThumbnailGrid?

    /// A rendition with these tracks and this target segment duration.
    public init(id: String, tracks: [Track], interval: MediaTime) {
        self.id = id
        self.tracks = tracks
        self.interval = interval
    }

    /// Video if one of the tracks is video, otherwise the type of the first track.
    public var mediaType: MediaType {
        tracks.contains { $0.mediaType == .video } ? .video : tracks.first?.mediaType ?? .video
    }
}
