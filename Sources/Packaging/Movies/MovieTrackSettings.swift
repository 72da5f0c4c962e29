package import ISOMedia
package import Media

/// The properties of a track in a movie in addition to its format.
package struct MovieTrackSettings: Sendable, Hashable {
    /// Whether players use the track by default.
    package var isEnabled = true
    /// The volume, from 0; 1 is full volume, also used for nil.
    package var volume: Float?
    /// The rotation and flipping of the video for display; nil uses the format.
    package var transform: DisplayMatrix?
    /// The display size in pixels; nil uses the format.
    package var naturalSize: PixelSize?
    /// The group of alternative tracks, above 0; 0 for none.
    package var alternateGroup: UInt16 = 0
    /// The z-order of video; lower numbers are in front.
    package var layer: Int16 = 0
    /// The BCP 47 language tag in addition to the track's three-letter language code.
    package var extendedLanguageTag: String?
    /// The timescale of the track in the file; nil keeps the track's timescale.
    package var mediaTimescale: Int32?
    /// The file that contains the samples, as a path relative to the folder of the movie; nil copies the samples into
    /// the movie.
    ///
    /// For regular QuickTime movies. Sample bytes must be slices of a storage that maps this file from its start.
    package var sampleReferencePath: String?
    /// The track_ID; nil for the position of the track, from 1.
    package var trackID: UInt32?
    /// The chunk duration; nil uses the movie's interleaving period.
    package var preferredMediaChunkDuration: MediaTime?
    /// The maximum chunk size in bytes.
    package var preferredMediaChunkSize = 1 << 20
    /// The alignment of chunks in bytes, at most 1 MiB; 0 and 1 for none. Ignored in fragmented movies.
    package var preferredMediaChunkAlignment = 0
    /// Whether the media of the track is in the file before that of other tracks, which wait for the track's end within
    /// the limits of the movie. Ignored in fragmented movies.
    package var isBeforeOthers = false
    package var metadata: [MetadataItem] = []

    package init() {}
}
