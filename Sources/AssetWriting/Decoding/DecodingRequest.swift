public import Media

/// The track, frame settings and range for a new decoder.
public struct DecodingRequest: Sendable {
    /// The track of the samples to decode.
    public var track: Track
    /// The requested frame format.
    public var settings: ReaderOutputSettings
    /// The requested range on the timeline of the samples. Frames outside it are dropped; audio is trimmed to it.
    public var range: MediaTimeRange

    /// A request for the frames of a track.
    public init(track: Track, settings: ReaderOutputSettings, range: MediaTimeRange) {
        self.track = track
        self.settings = settings
        self.range = range
    }
}
