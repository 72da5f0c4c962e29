package import Media

/// A movie without samples that comes before movie fragments: `ftyp` and `moov`, ISO/IEC 14496-12 8.8.
///
/// Equal values give equal bytes: nothing is taken from a clock.
package struct InitializationSegment: Sendable, Hashable {
    package var brands: FileBrands
    /// Ticks per second of the movie header.
    package var timescale: UInt32
    package var tracks: [TrackDescription]
    package var metadata: [MetadataItem] = []
    /// The length of all fragments in movie ticks (`mehd`); nil leaves the box out, as live streams do.
    package var fragmentDuration: UInt64?

    /// A segment that describes `tracks`.
    package init(
        brands: FileBrands, timescale: UInt32 = 1000, tracks: [TrackDescription], fragmentDuration: UInt64? = nil
    ) {
        self.brands = brands
        self.timescale = timescale
        self.tracks = tracks
        self.fragmentDuration = fragmentDuration
    }

    /// The segment's bytes; throws for formats that have no sample entry.
    package func bytes() throws(UnwritableFormat) -> [UInt8] {
        var writer = ByteWriter(capacity: 2048)
        writer.writeBrands("ftyp", brands)
        var movie = MovieBox(timescale: timescale, entries: tracks.map { MovieBox.Entry($0) })
        movie.metadata = metadata
        movie.fragments = MovieBox.Fragments(duration: fragmentDuration)
        writer.write(contentsOf: try movie.bytes())
        return writer.bytes
    }
}

/// One track of an initialization segment.
package struct TrackDescription: Sendable, Hashable {
    /// track_ID, above zero.
    package var id: UInt32
    /// Ticks per second of the track's times.
    package var timescale: UInt32
    package var format: MediaFormat
    /// BCP 47 or ISO 639-2 tag; nil for undetermined.
    package var language: String?
    /// A name for people, in the handler box.
    package var handlerName = ""
    /// What the track presents when, in order; none for all of its media from the beginning.
    package var edits: [TrackEdit] = []
    /// What the edits sum up to, in movie ticks; 0 before fragments.
    package var presentationDuration: UInt64 = 0
    /// BCP 47 tag of the `elng` box; nil writes one where ``language`` needs it.
    package var extendedLanguage: String?
    /// Whether players use the track unless told otherwise.
    package var isEnabled = true
    /// From 0 to 1 and above; nil is full volume.
    package var volume: Float?
    /// Tracks of one group, above 0, are alternatives of each other.
    package var alternateGroup: UInt16 = 0
    /// Which pictures lie in front: the lower number.
    package var layer: Int16 = 0
    /// Nine numbers as ``DisplayMatrix`` has them; nil leaves it to the format.
    package var displayMatrix: [Int32]?
    /// The size of pictures on display, in pixels; nil leaves it to the format.
    package var naturalSize: PixelSize?
    package var references: [TrackReference] = []
    package var metadata: [MetadataItem] = []
    /// Where the file that has the media is, as a path from the folder of the movie; nil for the movie's own file.
    package var mediaLocation: String?
    /// How many samples before a random access point decoding has to begin, as a `roll` group; nil for none.
    package var rollDistance: Int16?
    package var bitRate: BitRate?
    /// What `trex` says about samples whose fragments say nothing.
    package var defaults = SampleDefaults()

    /// A track with no more than this.
    package init(id: UInt32, timescale: UInt32, format: MediaFormat) {
        self.id = id
        self.timescale = timescale
        self.format = format
    }

    /// Where presentation begins on the track's media timeline up to the end; nil without one such edit.
    package var editMediaTime: Int64? {
        get { edits.count == 1 && edits[0].duration == 0 ? edits[0].mediaTime : nil }
        set { edits = newValue.map { [TrackEdit(duration: 0, mediaTime: $0)] } ?? [] }
    }

    /// Bits per second of a track, for `btrt` and `esds`.
    package struct BitRate: Sendable, Hashable {
        package var average: UInt32
        package var maximum: UInt32
        /// The decoder's buffer in bytes; 0 when not known.
        package var bufferSize: UInt32

        /// Rates in bits per second.
        package init(average: UInt32, maximum: UInt32, bufferSize: UInt32 = 0) {
            self.average = average
            self.maximum = maximum
            self.bufferSize = bufferSize
        }
    }
}

/// Values that hold for samples whose own are not written, ISO/IEC 14496-12 8.8.3.
package struct SampleDefaults: Sendable, Hashable {
    package var duration: UInt32 = 0
    package var size: UInt32 = 0
    package var flags: UInt32 = 0
    /// The number of the sample entry, from 1.
    package var descriptionIndex: UInt32 = 1

    /// All zero unless said.
    package init(duration: UInt32 = 0, size: UInt32 = 0, flags: UInt32 = 0) {
        self.duration = duration
        self.size = size
        self.flags = flags
    }
}

/// A format that no sample entry describes.
package struct UnwritableFormat: Error, Hashable, CustomStringConvertible {
    /// The track that has it.
    package let trackID: UInt32
    package let reason: String

    package var description: String { "track \(trackID) cannot be written: \(reason)" }
}
