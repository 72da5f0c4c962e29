package import Media

/// One track of an initialization segment.
package struct TrackDescription: Sendable, Hashable {
    /// The `track_ID`, above zero.
    package var id: UInt32
    /// Ticks per second of the track's times.
    package var timescale: UInt32
    package var format: MediaFormat
    /// The BCP 47 or ISO 639-2 tag; nil if undetermined.
    package var language: String?
    /// A display name, in the handler box.
    package var handlerName = ""
    /// The edits in order; empty presents all media from the beginning.
    package var edits: [TrackEdit] = []
    /// The sum of the edits in movie ticks; 0 before fragments.
    package var presentationDuration: UInt64 = 0
    /// The BCP 47 tag of the `elng` box; nil writes the box only if ``language`` requires it.
    package var extendedLanguage: String?
    /// Whether players use the track by default.
    package var isEnabled = true
    /// The volume, from 0; nil for full volume.
    package var volume: Float?
    /// The group of alternative tracks, above 0; 0 for none.
    package var alternateGroup: UInt16 = 0
    /// The z-order of video; lower numbers are in front.
    package var layer: Int16 = 0
    /// The nine entries of a ``DisplayMatrix``; nil uses the format.
    package var displayMatrix: [Int32]?
    /// The display size in pixels; nil uses the format.
    package var naturalSize: PixelSize?
    package var references: [TrackReference] = []
    package var metadata: [MetadataItem] = []
    /// The file that contains the media, as a path relative to the folder of the movie; nil for the movie file.
    package var mediaLocation: String?
    /// The roll distance of a `roll` sample group; nil for none.
    package var rollDistance: Int16?
    package var bitRate: BitRate?
    /// The defaults in `trex`, for samples whose fragments do not override them.
    package var defaults = SampleDefaults()

    /// A track without optional properties.
    package init(id: UInt32, timescale: UInt32, format: MediaFormat) {
        self.id = id
        self.timescale = timescale
        self.format = format
    }

    /// The media time at which presentation starts, up to the end of the track; nil if there is not exactly one such
    /// edit.
    package var editMediaTime: Int64? {
        get { edits.count == 1 && edits[0].duration == 0 ? edits[0].mediaTime : nil }
        set { edits = newValue.map { [TrackEdit(duration: 0, mediaTime: $0)] } ?? [] }
    }

    /// The bit rates of a track for `btrt` and `esds`, in bits per second.
    package struct BitRate: Sendable, Hashable {
        package var average: UInt32
        package var maximum: UInt32
        /// The decoder's buffer size in bytes; 0 if unknown.
        package var bufferSize: UInt32

        /// Rates in bits per second.
        package init(average: UInt32, maximum: UInt32, bufferSize: UInt32 = 0) {
            self.average = average
            self.maximum = maximum
            self.bufferSize = bufferSize
        }
    }
}
