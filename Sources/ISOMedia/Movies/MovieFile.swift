package import Media

/// An MP4, QuickTime or fragmented MP4 file, its tables read in place.
package struct MovieFile: Sendable {
    /// The file; sample offsets count from its beginning.
    package let bytes: ByteSlice
    /// What `ftyp` says; nil in old QuickTime files.
    package let brands: FileBrands?
    /// Ticks per second of the movie header.
    package let timescale: Int32
    /// What the movie header says; nil when it does not know.
    package let duration: MediaTime?
    /// In the order of the file, tracks that cannot be carried among them.
    package let tracks: [MovieTrack]
    /// Whether there are or may be movie fragments.
    package let isFragmented: Bool
    /// A movie that follows the first one, whose samples are not read; nil without one.
    package let laterMovie: LaterMovie?
    let file: FileBytes
    let fragments: FragmentIndex

    /// Reads the structure of a file, not its media.
    package init(reading bytes: ByteSlice) throws(MovieFileError) {
        let file = FileBytes(bytes)
        let layout = try FileLayout(file)
        let header = try MovieHeader(layout.movie, brands: layout.brands)
        self.bytes = bytes
        self.file = file
        brands = layout.brands
        timescale = header.timescale
        duration = header.duration
        tracks = header.tracks
        laterMovie = layout.laterMovie
        isFragmented = header.extends || !layout.fragmentOffsets.isEmpty
        fragments = FragmentIndex(
            offsets: layout.fragmentOffsets, defaults: header.defaults,
            cutOffEnd: header.extends ? layout.cutOffEnd : nil,
            damagedOffset: header.extends ? layout.damagedOffset : nil)
    }

    /// A cursor before the first sample of a track; it has none when the track's format cannot be carried.
    package func cursor(for track: MovieTrack) -> SampleCursor {
        SampleCursor(
            file: file, tables: track.tables, trackID: track.id, fragments: fragments, grouping: track.grouping)
    }

    /// A sample's bytes, in place.
    package func bytes(of sample: MovieSample) -> ByteSlice {
        bytes.slice(sample.fileOffset..<sample.fileOffset + sample.size)
    }
}

/// What the top level of a file holds.
struct FileLayout {
    private(set) var brands: FileBrands?
    private(set) var movie: BoxView
    /// Where the `moof` boxes begin.
    private(set) var fragmentOffsets: [Int] = []
    /// Where the last box should end, when the file ends before.
    private(set) var cutOffEnd: Int?
    /// Where the walk over the boxes ended before the end of the file: what is there is no box.
    private(set) var damagedOffset: Int?
    private(set) var laterMovie: LaterMovie?

    private static let openingTypes: Set<FourCC> = [
        "ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "styp", "sidx", "moof", "uuid", "meta", "prft", "emsg",
    ]
    private static let closingTypes: Set<FourCC> = ["mfra", "ssix", "imda", "pdin", "udta"]

    init(_ file: FileBytes) throws(MovieFileError) {
        guard file.count > 0 else { throw .empty }
        guard file.count >= 8 else { throw .truncatedHeader(box: "ftyp", neededBytes: 8, fileBytes: file.count) }
        guard Self.openingTypes.contains(FourCC(rawValue: file.u32(4))) else { throw .notAMovie }
        var walk = BoxWalk(file, 0..<file.count)
        var (count, hasMedia) = (0, false)
        var movie: BoxView?
        var beginsFile = false
        // A movie box that repeats the first one, until a fragment follows it.
        var (repeated, firstFragment): (BoxView?, BoxView?) = (nil, nil)
        while let box = walk.next() {
            count += 1
            guard count <= MovieLimits.topLevelBoxes else {
                throw .tooLarge(what: "boxes in the file", limit: MovieLimits.topLevelBoxes)
            }
            if box.isCutOff, ["moof", "mdat", "styp", "sidx"].contains(box.type) { cutOffEnd = box.describedEnd }
            if box.isCutOff, !Self.openingTypes.contains(box.type), !Self.closingTypes.contains(box.type) {
                damagedOffset = box.offset
            }
            switch box.type {
            case "ftyp":
                brands = brands ?? FileBrands(box)
                beginsFile = true
            case "mdat": hasMedia = true
            case "moof":
                guard !box.isCutOff else { break }
                if let again = repeated, let firstFragment, laterMovie == nil {
                    laterMovie = LaterMovie(again, restartingAt: box, after: firstFragment)
                }
                (repeated, firstFragment) = (nil, firstFragment ?? box)
                fragmentOffsets.append(box.offset)
            case "moov":
                // A fragmented movie whose finishing was cut off has the beginning of a second one at its end.
                if let movie {
                    if !box.isCutOff, laterMovie == nil {
                        laterMovie = LaterMovie(box, behind: movie, begins: beginsFile)
                        repeated = laterMovie == nil ? box : nil
                    }
                    break
                }
                beginsFile = false
                guard !box.isCutOff else {
                    throw .truncatedHeader(box: "moov", neededBytes: box.describedEnd, fileBytes: file.count)
                }
                movie = box
            default: break
            }
        }
        damagedOffset = damagedOffset ?? walk.damagedOffset
        if file.count - walk.offset > 0, walk.damagedOffset == nil { cutOffEnd = walk.offset + 8 }
        guard let movie else {
            if !fragmentOffsets.isEmpty { throw .noMovieBox(.fragmentsOnly) }
            throw hasMedia ? .noMovieBox(.cutOff(fileBytes: file.count)) : Self.missing(walk)
        }
        self.movie = movie
    }

    private static func missing(_ walk: BoxWalk) -> MovieFileError {
        guard let offset = walk.damagedOffset else { return .noMovieBox(.absent) }
        return .damaged(box: "moov", offset: offset, why: "it is looked for and no box begins here")
    }
}

extension FileBrands {
    init(_ box: BoxView) {
        let compatible = stride(from: 8, to: min(box.contentSize, 1024) - 3, by: 4).map { box.fourCC($0) }
        self.init(major: box.fourCC(0), minorVersion: box.u32(4), compatible: compatible)
    }

    /// Whether the file is QuickTime's, whose fields differ in places.
    var isQuickTime: Bool { major == "qt  " }
}
