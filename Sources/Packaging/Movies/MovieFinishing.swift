import ISOMedia
import Media

// Writes the start and the end of a movie file.
extension MovieAssembler {
    /// Starts the file, once the first samples of the tracks are known.
    mutating func start() throws(PackagingError) {
        if sessions.isEmpty, let first = firstPresentation { sessions.begin(at: first) }
        movieTimescale = settings.movieTimescale.map { max($0, 1) } ?? commonTimescale
        var movieBox: [UInt8]?
        if settings.isFragmented {
            var movie = movie(of: tracks) { track in
                var description = track.description
                description.edits = sessions.openEdits(for: track, movieTimescale: movieTimescale)
                return MovieBox.Entry(description)
            }
            movie.fragments = MovieBox.Fragments()
            movieBox = try Self.bytes { () throws(UnwritableFormat) in try movie.bytes() }
        }
        let late = tracks.filter { !$0.hasBegun && !$0.isEnded }.map(\.trackID)
        let reservedSize = try reservedMovieBoxSize()
        file.start(settings, reservedSize: reservedSize, movieBox: movieBox, lateTracks: Set(late))
    }

    /// Writes the movie box and completes the regular movie.
    mutating func finishFile() throws(PackagingError) {
        let movie = movie(of: tracks.filter { $0.table.sampleCount > 0 }) { track in
            var description = track.description
            let (edits, duration) = sessions.edits(for: track, movieTimescale: movieTimescale)
            description.edits = edits
            description.presentationDuration = duration
            var entry = MovieBox.Entry(description, samples: track.table)
            entry.laterFormats = Array(track.formats.dropFirst())
            return entry
        }
        let bytes = try Self.bytes { () throws(UnwritableFormat) in try movie.bytes() }
        if settings.shouldOptimizeForNetworkUse, file.finish(inFront: bytes) { return }
        let mediaEnd = file.end
        file.finish(atEnd: bytes, isFragmented: settings.isFragmented)
        if settings.shouldOptimizeForNetworkUse { try rewrite(movie, mediaEnd: mediaEnd) }
    }

    /// Requests a rewrite of the file with the movie box before the media.
    private mutating func rewrite(_ movie: MovieBox, mediaEnd: UInt64) throws(PackagingError) {
        let brands = settings.fileType.brands.fileTypeBox
        let kept = file.mediaOffset..<mediaEnd
        let alignments = tracks.map { UInt64(max(1, $0.settings.preferredMediaChunkAlignment)) }
        let front = FrontMatter(brands: brands, mediaSize: kept.upperBound - kept.lowerBound)
        let alignment = alignments.reduce(1) { $0 / greatestCommonDivisor($0, $1) * $1 }
        let usable = alignment <= 1 << 24 ? alignment : 1
        let movieBox = try Self.bytes { () throws(UnwritableFormat) in
            try movie.bytes { size in
                Int64(front.size(movieBox: size, for: kept.lowerBound, alignment: usable)) - Int64(kept.lowerBound)
            }
        }
        let header = front.bytes(movieBox: movieBox, for: kept.lowerBound, alignment: usable)
        file.perform(.rewrite(header: header, keeping: kept))
    }

    private func movie(
        of tracks: [MovieTrackState], _ entry: (MovieTrackState) -> MovieBox.Entry
    ) -> MovieBox {
        let written = Dictionary(uniqueKeysWithValues: tracks.map { ($0.track.id, $0.trackID) })
        let entries = tracks.map { track in
            var result = entry(track)
            var kinds: [TrackReference] = []
            for (kind, id) in track.references {
                guard let trackID = written[id] else { continue }
                if let known = kinds.firstIndex(where: { $0.kind == kind }) {
                    kinds[known].trackIDs.append(trackID)
                } else {
                    kinds.append(TrackReference(kind: kind, trackIDs: [trackID]))
                }
            }
            result.description.references = kinds
            return result
        }
        var movie = MovieBox(
            flavour: settings.fileType.flavour, timescale: UInt32(movieTimescale), entries: entries)
        movie.creationTime = settings.creationTime
        movie.metadata = settings.metadata
        let chapters = tracks.lazy.compactMap(\.track.chapters).first
        movie.chapters = chapters?.clipped(from: (firstPresentation ?? .zero).ticks(at: 1000), to: nil) ?? ChapterList()
        return movie
    }

    /// The default start of the movie: the first presentation time of any track, after priming.
    private var firstPresentation: MediaTime? {
        tracks.compactMap { track in
            track.media.map { track.time($0.firstPresentation &+ max(0, track.track.priming)) }
        }.min()
    }

    /// The least common multiple of all track timescales; if it exceeds ten million, the highest track timescale.
    private var commonTimescale: Int32 {
        var common: UInt64 = 1
        let scales = tracks.map { UInt64($0.track.timescale) }
        for scale in Set(scales) {
            common = common / greatestCommonDivisor(common, scale) * scale
            guard common <= 10_000_000 else { return Int32(scales.max() ?? 1000) }
        }
        return Int32(common)
    }

    /// Returns the space to reserve for a movie box at the front, in bytes; 0 when the duration is unknown.
    private func reservedMovieBoxSize() throws(PackagingError) -> Int {
        guard settings.shouldOptimizeForNetworkUse, let hint = settings.overallDurationHint, !hint.isIndefinite,
            hint > .zero
        else { return 0 }
        let empty = movie(of: tracks) { track in
            var description = track.description
            description.edits = sessions.openEdits(for: track, movieTimescale: movieTimescale) + [.empty(0)]
            return MovieBox.Entry(description)
        }
        var size = Double(try Self.bytes { () throws(UnwritableFormat) in try empty.bytes() }.count)
        for track in tracks { size += track.expectedTableSize(hint, settings) }
        // A margin over the estimate, and at most 64 MiB.
        return Int(min(size * 1.2 + 1024, 0x400_0000))
    }

    static func bytes(_ make: () throws(UnwritableFormat) -> [UInt8]) throws(PackagingError) -> [UInt8] {
        do throws(UnwritableFormat) {
            return try make()
        } catch {
            throw PackagingError(.unsupportedFormat, error.description)
        }
    }
}

/// The bytes before the media in a movie that starts with its movie box.
private struct FrontMatter {
    let brands: [UInt8]
    let mediaSize: UInt64

    private var mediaHeaderSize: Int { mediaSize > UInt64(UInt32.max) - 8 ? 16 : 8 }

    /// Returns the total size, padded so that chunks keep their alignment when their media move from `offset`.
    func size(movieBox: Int, for offset: UInt64, alignment: UInt64) -> Int {
        let plain = brands.count + movieBox + mediaHeaderSize
        let excess = (UInt64(plain) &+ alignment &- offset % alignment) % alignment
        guard excess > 0 else { return plain }
        let padding = alignment - excess
        return plain + Int(padding < 8 ? padding + alignment * ((8 - padding + alignment - 1) / alignment) : padding)
    }

    func bytes(movieBox: [UInt8], for offset: UInt64, alignment: UInt64) -> [UInt8] {
        let total = size(movieBox: movieBox.count, for: offset, alignment: alignment)
        var writer = ByteWriter(capacity: total)
        writer.write(contentsOf: brands)
        writer.write(contentsOf: movieBox)
        let padding = total - writer.count - mediaHeaderSize
        if padding > 0 { writer.box(.free) { $0.writeZeros(padding - 8) } }
        writer.write(contentsOf: MovieLayout.mediaHeader(size: mediaSize + UInt64(mediaHeaderSize)))
        return writer.bytes
    }
}

extension MovieLayout {
    /// Returns the header of a media box of `size` bytes, including the header.
    static func mediaHeader(size: UInt64, isLarge: Bool = false) -> [UInt8] {
        var writer = ByteWriter(capacity: 16)
        let small = isLarge ? nil : UInt32(exactly: size)
        writer.write(small ?? 1)
        writer.write(FourCC.mdat)
        if small == nil { writer.write(size) }
        return writer.bytes
    }

    /// Writes the movie box into the reserved space; returns false when it does not fit.
    ///
    /// The media box follows it immediately and contains the rest of the file. Both stay hidden in the free box until
    /// the last eight bytes, written at once, turn it into the movie box.
    mutating func finish(inFront movieBox: [UInt8]) -> Bool {
        let mediaBox = freeBoxOffset + UInt64(movieBox.count)
        guard mediaBox + 16 <= bodyOffset else { return false }
        let hidden = Array(movieBox[8...]) + Self.mediaHeader(size: end - mediaBox, isLarge: true)
        perform(.overwrite(hidden, at: freeBoxOffset + 8))
        perform(.synchronize)
        perform(.overwrite(Array(movieBox[..<8]), at: freeBoxOffset))
        return true
    }

    /// Appends the movie box and closes the media box before it.
    ///
    /// A fragmented movie remains one until the free box at its front becomes the header of a media box that contains
    /// everything up to the movie box: sixteen bytes, written at once.
    mutating func finish(atEnd movieBox: [UInt8], isFragmented: Bool) {
        let mediaEnd = end
        append(ByteRope(movieBox))
        let mediaBox = bodyOffset - 8
        if !isFragmented, let size = UInt32(exactly: mediaEnd - mediaBox) {
            perform(.overwrite(Array(Self.mediaHeader(size: UInt64(size))[..<4]), at: mediaBox))
            return
        }
        if isFragmented { perform(.synchronize) }
        perform(.overwrite(Self.mediaHeader(size: mediaEnd - freeBoxOffset, isLarge: true), at: freeBoxOffset))
    }
}
