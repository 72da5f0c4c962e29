import Media

/// A movie without samples that precedes movie fragments: `ftyp` and `moov` (ISO/IEC 14496-12 8.8).
///
/// Equal values result in equal bytes: no time of day is written.
package struct InitializationSegment: Sendable, Hashable {
    package var brands: FileBrands
    /// Ticks per second of the movie header.
    package var timescale: UInt32
    package var tracks: [TrackDescription]
    package var metadata: [MetadataItem] = []
    /// The total duration of all fragments in movie ticks (`mehd`); nil writes no such box, as for live streams.
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

    /// Returns the segment's bytes. Throws for formats without a sample entry.
    package func bytes() throws(UnwritableFormat) -> [UInt8] {
        var writer = ByteWriter(capacity: 2048)
        writer.write(FileTypeBox(brands))
        var movie = MovieBox(timescale: timescale, entries: tracks.map { MovieBox.Entry($0) })
        movie.metadata = metadata
        movie.fragments = MovieBox.Fragments(duration: fragmentDuration)
        writer.write(contentsOf: try movie.bytes())
        return writer.bytes
    }
}
