import Media

/// A movie box: headers and sample tables, ISO/IEC 14496-12 8.2, in the form of MP4 or of QuickTime.
///
/// Equal values give equal bytes: nothing is taken from a clock.
package struct MovieBox: Sendable {
    /// Which specification decides where the two differ.
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

        /// A track with these samples.
        package init(_ description: TrackDescription, samples: SampleTableBox = SampleTableBox()) {
            self.description = description
            self.samples = samples
        }
    }

    /// How tables and headers are written.
    struct Form {
        var flavour: Flavour
        var creationTime: UInt64 = 0
        var hasLargeOffsets = false
        /// Added to every chunk offset in the movie's own file.
        var chunkOffsetShift: Int64 = 0
    }

    package var flavour: Flavour
    /// Ticks per second of the movie header.
    package var timescale: UInt32
    package var entries: [Entry]
    /// Seconds since 1904-01-01 in UTC; 0 for not said.
    package var creationTime: UInt64 = 0
    package var metadata: [MetadataItem] = []
    /// Announces movie fragments; nil for a movie without.
    package var fragments: Fragments?

    /// What `mvex` says.
    package struct Fragments: Sendable, Hashable {
        /// The length of all fragments in movie ticks; nil when not known.
        package var duration: UInt64?

        /// Fragments of unknown length, unless said.
        package init(duration: UInt64? = nil) { self.duration = duration }
    }

    /// A movie of these tracks.
    package init(flavour: Flavour = .isoBaseMedia, timescale: UInt32, entries: [Entry]) {
        self.flavour = flavour
        self.timescale = timescale
        self.entries = entries
    }

    /// The box's bytes, chunk offsets moved by `shift`; throws for formats that have no sample entry.
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

    /// The bytes of a movie box that is put before its media, which its own size moves.
    ///
    /// `shift` says by how much chunk offsets move when the box has a size.
    package func bytes(shiftForSize shift: (Int) -> Int64) throws(UnwritableFormat) -> [UInt8] {
        var bytes = try bytes(chunkOffsetShift: 0)
        // Offsets of 64 bits make the box larger once; a third round agrees with the second.
        for _ in 0..<3 {
            let moved = try self.bytes(chunkOffsetShift: shift(bytes.count))
            if moved.count == bytes.count { return moved }
            bytes = moved
        }
        return bytes
    }
}

// moov: mvhd, trak*, mvex(mehd?, trex*)?, udta(meta)?, meta?
extension ByteWriter {
    fileprivate mutating func writeMovie(_ movie: MovieBox, _ form: MovieBox.Form) throws(UnwritableFormat) {
        try box("moov") { writer throws(UnwritableFormat) in
            let tracks = movie.entries.map(\.description)
            writer.writeMovieHeader(
                timescale: movie.timescale, duration: tracks.map(\.presentationDuration).max() ?? 0,
                nextTrackID: (tracks.map(\.id).max() ?? 0) &+ 1, form)
            for entry in movie.entries { try writer.writeTrack(entry, form) }
            if let fragments = movie.fragments { writer.writeMovieExtends(fragments, tracks) }
            writer.writeMetadata(movie.metadata, form)
        }
    }

    private mutating func writeMovieExtends(_ fragments: MovieBox.Fragments, _ tracks: [TrackDescription]) {
        box("mvex") { writer in
            if let duration = fragments.duration {
                writer.fullBox("mehd", version: 1) { $0.write(duration) }
            }
            for track in tracks { writer.writeTrackExtends(track) }
        }
    }
}
