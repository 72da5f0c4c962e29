/// The properties with which a presentation lists a track. nil properties are chosen by the playlist writer.
public struct TrackAttributes: Sendable, Hashable, Codable {
    /// The base name of the rendition's files, such as `video-720p`; nil for the writer's default.
    public var renditionName: String?
    /// The rendition group (`GROUP-ID`) of the track; nil for the playlist writer's default.
    public var group: String?
    /// Whether the track plays if the user has not chosen another one (`DEFAULT`).
    public var isDefault: Bool?
    /// Whether players may select the track by the user's language and settings (`AUTOSELECT`).
    public var isAutoselect: Bool?
    /// Whether the track is essential, such as subtitles for dialogue in a foreign language (`FORCED`).
    public var isForced = false
    /// Uniform type identifiers (`CHARACTERISTICS`), such as `public.accessibility.describes-video`.
    public var characteristics: [String] = []
    /// The preference among variants (`SCORE`), above zero; higher is preferred.
    public var score: Double?
    /// Whether every sample is a sync sample, for fast playback only (`EXT-X-I-FRAME-STREAM-INF`).
    public var isTrickPlay = false

    /// Attributes that are all unset.
    public init() {}
}
