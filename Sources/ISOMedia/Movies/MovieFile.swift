package import Media

/// An MP4, QuickTime or fragmented MP4 file, whose tables are read in place.
package struct MovieFile: Sendable {
    /// The content of the file with the samples. Sample offsets are relative to its start.
    package let bytes: ByteSlice
    /// The content of the file with the tables, if it is another one. Its offsets follow those of ``bytes``.
    let tables: ByteSlice?
    /// The brands of `ftyp`; nil in old QuickTime files.
    package let brands: FileBrands?
    /// Ticks per second of the movie header.
    package let timescale: Int32
    /// The duration in the movie header; nil if it is unknown.
    package let duration: MediaTime?
    /// The tracks in file order, including unsupported ones.
    package internal(set) var tracks: [MovieTrack]
    /// Whether the file contains or may contain movie fragments.
    package let isFragmented: Bool
    /// A movie after the first one, whose samples are not read; nil without one.
    package let additionalMovie: AdditionalMovie?
    /// The `moov` box.
    let movieBox: BoxView
    /// The offset of the `moov` box in the file, in bytes.
    package var tableOffset: Int { tables == nil ? movieBox.offset : 0 }
    /// The end of the offsets at which samples can be.
    var sampleSpace: Int { bytes.count + (tables?.count ?? 0) }
    let file: FileBytes
    let fragments: FragmentIndex
    /// Called with the range of each sample whose bytes are requested; nil if all bytes are present.
    let use: (@Sendable (Range<Int>) -> Void)?

    /// Reads the structure of a file without its media. `use` is called with the range of each sample whose bytes are
    /// requested.
    package init(
        reading bytes: ByteSlice, use: (@Sendable (Range<Int>) -> Void)? = nil
    ) throws(MovieFileError) {
        try self.init(FileBytes(bytes), bytes, tables: nil, use: use)
    }

    /// Reads a movie whose samples are in another file, except for those at offsets from the size of that file on, which
    /// are in the file of the tables.
    package init(reading tables: ByteSlice, samplesIn media: ByteSlice) throws(MovieFileError) {
        try self.init(FileBytes(tables), media, tables: tables, use: nil)
    }

    private init(
        _ file: FileBytes, _ bytes: ByteSlice, tables: ByteSlice?, use: (@Sendable (Range<Int>) -> Void)?
    ) throws(MovieFileError) {
        (self.use, self.tables) = (use, tables)
        let layout = try FileLayout(file)
        let header = try MovieHeader(layout.movie, brands: layout.brands)
        self.bytes = bytes
        self.file = file
        movieBox = layout.movie
        brands = layout.brands
        timescale = header.timescale
        duration = header.duration
        tracks = header.tracks
        additionalMovie = layout.additionalMovie
        isFragmented = header.extends || !layout.fragmentOffsets.isEmpty
        fragments = FragmentIndex(
            offsets: layout.fragmentOffsets, defaults: header.defaults,
            cutOffEnd: header.extends ? layout.cutOffEnd : nil,
            damagedOffset: header.extends ? layout.damagedOffset : nil)
    }

    /// Removes the edits of all tracks, so that all media are presented at their own times.
    package mutating func removeEdits() { for index in tracks.indices { tracks[index].removeEdits() } }

    /// Returns a cursor before the first sample of a track. It returns no samples if the track's format is not
    /// supported.
    package func cursor(for track: MovieTrack) -> SampleCursor {
        SampleCursor(
            file: file, size: sampleSpace, tables: track.tables, trackID: track.id, fragments: fragments,
            groupSize: track.groupSize)
    }

    /// Returns a cursor that continues at a mark of another cursor of the same track.
    package func cursor(for track: MovieTrack, at mark: SampleCursor.Mark) -> SampleCursor {
        SampleCursor(
            file: file, size: sampleSpace, tables: track.tables, trackID: track.id, fragments: fragments,
            groupSize: track.groupSize, at: mark)
    }

    /// Returns a sample's bytes, in place.
    package func bytes(of sample: MovieSample) -> ByteSlice {
        if let tables, sample.fileOffset >= bytes.count {
            let offset = sample.fileOffset - bytes.count
            return tables.slice(offset..<offset + sample.size)
        }
        use?(sample.fileOffset..<sample.fileOffset + sample.size)
        return bytes.slice(sample.fileOffset..<sample.fileOffset + sample.size)
    }
}
