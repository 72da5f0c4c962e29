package import Media

/// A movie box with headers and sample tables (ISO/IEC 14496-12 8.2), in the form of MP4 or of QuickTime.
///
/// Equal values result in equal bytes: no time of day is written unless ``creationTime`` is set.
package struct MovieBox: Sendable {
    /// The specification that applies if the two differ.
    package enum Flavour: Sendable, Hashable {
        /// ISO/IEC 14496-12 and 14496-14.
        case isoBaseMedia
        /// Apple's QuickTime File Format.
        case quickTime
    }

    /// One track with its samples; without samples its tables are empty.
    package struct Entry: Sendable {
        package var description: TrackDescription
        package var samples: SampleTableBox
        /// The formats of the sample entries after the first, whose format is that of the description.
        package var laterFormats: [MediaFormat] = []

        /// A track with these samples.
        package init(_ description: TrackDescription, samples: SampleTableBox = SampleTableBox()) {
            self.description = description
            self.samples = samples
        }
    }

    /// The form of tables and headers.
    struct Form {
        var flavour: Flavour
        var creationTime: UInt64 = 0
        var hasLargeOffsets = false
        /// The offset added to all chunk offsets in the movie file.
        var chunkOffsetShift: Int64 = 0
    }

    package var flavour: Flavour
    /// Ticks per second of the movie header.
    package var timescale: UInt32
    package var entries: [Entry]
    /// Seconds since 1904-01-01 UTC; 0 if unspecified.
    package var creationTime: UInt64 = 0
    package var metadata: [MetadataItem] = []
    /// The chapters, of which user data can contain 255.
    package var chapters = ChapterList()
    /// Announces movie fragments; nil for a movie without fragments.
    package var fragments: Fragments?

    /// The content of `mvex`.
    package struct Fragments: Sendable, Hashable {
        /// The total duration of all fragments in movie ticks; nil if unknown.
        package var duration: UInt64?

        /// Fragments of unknown duration by default.
        package init(duration: UInt64? = nil) { self.duration = duration }
    }

    /// A movie of these tracks.
    package init(flavour: Flavour = .isoBaseMedia, timescale: UInt32, entries: [Entry]) {
        self.flavour = flavour
        self.timescale = timescale
        self.entries = entries
    }

    /// Returns the box's bytes, with chunk offsets moved by `shift`. Throws for formats without a sample entry.
    package func bytes(chunkOffsetShift shift: Int64 = 0) throws(UnwritableFormat) -> [UInt8] {
        let largest = entries.map { entry in
            Int128(entry.samples.largestChunkOffset) + Int128(entry.description.mediaLocation == nil ? shift : 0)
        }
        let form = Form(
            flavour: flavour, creationTime: creationTime,
            hasLargeOffsets: largest.max() ?? 0 > Int128(UInt32.max), chunkOffsetShift: shift)
        var writer = ByteWriter(capacity: 2048 + entries.reduce(0) { $0 + $1.samples.memory * 9 / 8 + 1024 })
        try writer.writeMovie(self, form)
        guard writer.count <= Int(UInt32.max) else {
            throw UnwritableFormat(
                trackID: entries.first?.description.id ?? 0, reason: "the movie box is larger than 4 GiB")
        }
        return writer.bytes
    }

    /// Returns the bytes of a movie box that precedes its media, whose offsets depend on the size of the box.
    ///
    /// `shift` returns the change of chunk offsets for a size of the box.
    package func bytes(shiftForSize shift: (Int) -> Int64) throws(UnwritableFormat) -> [UInt8] {
        var bytes = try bytes(chunkOffsetShift: 0)
        // 64-bit offsets increase the size only once, so the third iteration is stable.
        for _ in 0..<3 {
            let moved = try self.bytes(chunkOffsetShift: shift(bytes.count))
            if moved.count == bytes.count { return moved }
            bytes = moved
        }
        return bytes
    }
}

// moov: mvhd, trak*, mvex(mehd?, trex*)?, udta(meta?, chpl?)?, meta?
extension ByteWriter {
    fileprivate mutating func writeMovie(_ movie: MovieBox, _ form: MovieBox.Form) throws(UnwritableFormat) {
        try box(.moov) { writer throws(UnwritableFormat) in
            let tracks = movie.entries.map(\.description)
            writer.writeMovieHeader(
                timescale: movie.timescale, duration: tracks.map(\.presentationDuration).max() ?? 0,
                nextTrackID: (tracks.map(\.id).max() ?? 0) &+ 1, form)
            for entry in movie.entries { try writer.writeTrack(entry, form) }
            if let fragments = movie.fragments { writer.writeMovieExtends(fragments, tracks) }
            writer.writeMetadata(movie.metadata, form, chapters: NeroChapterListBox(movie.chapters))
        }
    }

    private mutating func writeMovieExtends(_ fragments: MovieBox.Fragments, _ tracks: [TrackDescription]) {
        box(.mvex) { writer in
            if let duration = fragments.duration { writer.write(MovieExtendsHeaderBox(duration: duration)) }
            for track in tracks { writer.writeTrackExtends(track) }
        }
    }
}
