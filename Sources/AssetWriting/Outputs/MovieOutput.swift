package import Media

/// What a writer with a file puts its samples into.
///
/// Calls come one at a time. Tracks are added before the first sample; samples come in decode order within a track,
/// and between tracks no further apart than the interleaving window.
package protocol MovieOutput: Sendable {
    /// Begins the movie at `time` of the source; comes before everything else.
    mutating func startSession(at time: MediaTime) throws(AssetWriterError)
    mutating func add(_ track: Track, _ properties: TrackProperties) throws(AssetWriterError)
    mutating func append(_ sample: Sample) throws(AssetWriterError)
    /// Ends a track; the others go on.
    mutating func end(_ track: Track.ID) throws(AssetWriterError)
    /// Completes the file; what is presented at `sessionEnd` or later is not shown.
    mutating func finish(sessionEnd: MediaTime?) throws(AssetWriterError)
    /// Closes and removes the file.
    mutating func cancel()
}

/// What a writer with a file is asked to write.
package struct MovieSettings: Sendable {
    package var url: FileURL
    package var fileType: FileType
    /// Ticks per second of the movie header; 0 leaves it to the output.
    package var movieTimeScale: Int32
    /// How often movie fragments are written; nil for none.
    package var movieFragmentInterval: MediaTime?
    package var shouldOptimizeForNetworkUse: Bool
    package var metadata: [MetadataItem]
    /// How long the movie is expected to be; nil when not known.
    package var overallDurationHint: MediaTime?
}
