package import Media

/// A fragmented movie file that is still being written: its complete fragments; later ones are added to them.
package struct GrowingMovie: Sendable {
    /// The reason why no fragments can follow.
    package enum End: Sendable, Hashable {
        /// The file was completed: an index or a movie box follows its fragments.
        case completed
        /// No valid box starts at the offset.
        case damaged(offset: Int)
    }

    /// The movie with its complete fragments.
    package private(set) var movie: MovieFile
    /// nil while fragments can follow.
    package private(set) var end: End?
    /// The end of the last complete box, where reading continues.
    package private(set) var offset: Int
    /// The ranges of the boxes that identify the recording: the movie box, and the box of the first fragment.
    package private(set) var identifyingRanges: [Range<Int>]

    /// The boxes that can be between fragments.
    private static let otherTypes: Set<FourCC> = [
        .free, "skip", "wide", "uuid", .meta, .udta, SegmentTypeBox.type, SegmentIndexBox.type, "ssix",
        ProducerReferenceTimeBox.type, EventMessageBox.type, FileTypeBox.type,
    ]

    private static func isKnown(_ type: FourCC) -> Bool {
        otherTypes.contains(type) || [.moof, .mdat, .mfra, .moov].contains(type)
    }

    /// Reads the start of a file. Returns nil unless fragments can follow its movie box.
    package init?(reading bytes: ByteSlice) throws(MovieFileError) {
        let start = try MovieFile(reading: bytes)
        guard start.movieBox.first(.mvex) != nil else { return nil }
        movie = MovieFile(start, bytes, start.fragments(at: []))
        offset = start.movieBox.end
        identifyingRanges = [start.movieBox.offset..<start.movieBox.end]
        extend(to: bytes)
    }

    /// The number of complete fragments.
    package var fragmentCount: Int { movie.fragments.offsets.count }

    /// The end of the samples of the last fragments, on the presentation timeline.
    package var endTime: MediaTime {
        var end = MediaTime.zero
        // Each track may have its own fragments.
        for offset in movie.fragments.offsets.suffix(2 * movie.tracks.count) {
            guard var reader = FragmentReader(movie.file, at: offset, defaults: movie.fragments.defaults) else {
                continue
            }
            for track in movie.tracks where track.format != nil {
                for run in (try? reader.runs(ofTrack: track.id)) ?? [] {
                    guard let start = run.decodeTime else { continue }
                    let ticks = (0..<run.sampleCount).reduce(start) { ticks, index in
                        ticks &+ run.sample(at: index, fileOffset: 0, decodeTicks: 0).duration
                    }
                    end = max(end, MediaTime(value: ticks &+ track.presentationShift, timescale: track.timescale))
                }
            }
        }
        return end
    }

    /// Adds the fragments that are complete in the file, whose former bytes are unchanged. Reads only the boxes after the
    /// former ones.
    package mutating func extend(to bytes: ByteSlice) {
        let file = FileBytes(bytes)
        var offsets = movie.fragments.offsets
        var walk = BoxWalk(file, offset..<file.count)
        /// A fragment whose media follow.
        var fragment: BoxView?
        // A box without a size or behind the end of the file is incomplete.
        while end == nil, let box = walk.next(), file.u32(box.offset) != 0 {
            // Random bytes seldom describe a box that ends inside the file.
            if box.isCutOff, Self.isKnown(box.type) { break }
            switch box.type {
            case .moof: fragment = box
            case .mdat:
                if let fragment {
                    offsets.append(fragment.offset)
                    if identifyingRanges.count == 1 { identifyingRanges.append(fragment.offset..<fragment.end) }
                }
                (fragment, offset) = (nil, box.end)
            case .mfra: (end, offset) = (.completed, box.end)
            case .moov where !offsets.isEmpty: (end, offset) = (.completed, box.end)
            case let type where Self.otherTypes.contains(type) || type == .moov:
                if fragment == nil { offset = box.end }
            default: end = .damaged(offset: box.offset)
            }
        }
        // A size of zero is that of a box that is being written.
        if end == nil, let damaged = walk.damagedOffset, file.u32(damaged) != 0 { end = .damaged(offset: damaged) }
        movie = MovieFile(movie, bytes, movie.fragments(at: offsets))
    }
}

extension MovieFile {
    /// Complete fragments of the movie at `offsets`.
    fileprivate func fragments(at offsets: [Int]) -> FragmentIndex {
        FragmentIndex(offsets: offsets, defaults: fragments.defaults, cutOffEnd: nil, damagedOffset: nil)
    }
}
