public import Media

/// The settings and constraints for a new encoder.
public struct EncodingRequest: Sendable {
    /// The output settings, with all required values present.
    public var settings: OutputSettings
    /// The format of the frames; nil while unknown.
    public var sourceFormat: MediaFormat?
    /// The timescale of the samples, in ticks per second; 0 lets the encoder choose.
    public var mediaTimeScale: Int32
    /// The interval between frames that must become sync samples: the segment interval; nil for movie files.
    public var syncInterval: MediaTime?
    /// Whether frames arrive in real time, so that latency matters more than compression.
    public var isRealTime: Bool
    /// Whether multiple passes over the frames are requested.
    public var performsMultiplePasses: Bool
    /// The folder for temporary files, such as the statistics of a first pass; nil lets the encoder choose.
    public var temporaryFolder: FileURL?
}
