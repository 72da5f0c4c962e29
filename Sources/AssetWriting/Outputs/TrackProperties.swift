package import Media

/// What a track's headers say beyond its format.
package struct TrackProperties: Sendable, Hashable {
    /// A reference to another track of the movie.
    package struct Reference: Sendable, Hashable {
        /// The four-character code of the reference.
        package var type: String
        package var target: Track.ID
    }

    package var isEnabled = true
    /// From 0; 1 is normal.
    package var volume: Float = 1
    /// Nine numbers of a display matrix; nil for what the format says.
    package var displayMatrix: [Int32]?
    /// In pixels; nil for what the format says.
    package var naturalSize: PictureSize?
    /// ISO 639-2/T.
    package var languageCode: String?
    /// BCP 47.
    package var extendedLanguageTag: String?
    package var metadata: [MetadataItem] = []
    package var references: [Reference] = []
    /// The directory to which sample references are relative.
    package var sampleReferenceBaseURL: FileURL?
    /// The boundary on which chunks begin, in bytes; 0 leaves it to the output.
    package var chunkAlignment = 0
    /// How long a chunk should be; nil leaves it to the output.
    package var chunkDuration: MediaTime?

    package init() {}
}
