/// How a track is offered beside others in a presentation, as far as anybody said so.
public struct TrackAttributes: Sendable, Hashable {
    /// What the files of its rendition are called by, such as `video-720p`; nil leaves it to the writer.
    public var renditionName: String?
    /// The group of alternatives that it belongs to; nil leaves it to whoever lists them.
    public var group: String?
    /// Whether it plays when nothing was chosen.
    public var isDefault: Bool?
    /// Whether a player may choose it by the user's language and settings.
    public var isAutoselect: Bool?
    /// Whether it is essential, as subtitles of foreign speech are.
    public var isForced = false
    /// Uniform type identifiers, such as `public.accessibility.describes-video`.
    public var characteristics: [String] = []
    /// How desirable it is beside others, above zero; more is better.
    public var score: Double?
    /// Whether every picture is a sync sample, for fast play only.
    public var isTrickPlay = false

    /// Nothing said.
    public init() {}
}
