package import Media

/// An MP4, QuickTime or fragmented MP4 file, whose tables are read in place.
package struct MovieFile: Sendable {
    /// The content of the file. Sample offsets are relative to its start.
    package let bytes: ByteSlice
    /// The brands of `ftyp`; nil in old QuickTime files.
    package let brands: FileBrands?
    /// Ticks per second of the movie header.
    package let timescale: Int32
    /// The duration in the movie header; nil if it is unknown.
    package let duration: MediaTime?
    /// The tracks in file order, including unsupported ones.
    package let tracks: [MovieTrack]
    /// Whether the file contains or may contain movie fragments.
    package let isFragmented: Bool
    /// A movie after the first one, whose samples are not read; nil without one.
    package let additionalMovie: AdditionalMovie?
    let file: FileBytes
    let fragments: FragmentIndex

    /// Reads the structure of a file without its media.
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
        additionalMovie = layout.additionalMovie
        isFragmented = header.extends || !layout.fragmentOffsets.isEmpty
        fragments = FragmentIndex(
            offsets: layout.fragmentOffsets, defaults: header.defaults,
            cutOffEnd: header.extends ? layout.cutOffEnd : nil,
            damagedOffset: header.extends ? layout.damagedOffset : nil)
    }

    /// Returns a cursor before the first sample of a track. It returns no samples if the track's format is not
    /// supported.
    package func cursor(for track: MovieTrack) -> SampleCursor {
        SampleCursor(
            file: file, tables: track.tables, trackID: track.id, fragments: fragments, grouping: track.grouping)
    }

    /// Returns a sample's bytes, in place.
    package func bytes(of sample: MovieSample) -> ByteSlice {
        bytes.slice(sample.fileOffset..<sample.fileOffset + sample.size)
    }
}

/// The top-level structure of a file.
struct FileLayout {
    private(set) var brands: FileBrands?
    private(set) var movie: BoxView
    /// The offsets of the `moof` boxes.
    private(set) var fragmentOffsets: [Int] = []
    /// The declared end of the last box, if it exceeds the file.
    private(set) var cutOffEnd: Int?
    /// The offset before the end of the file at which there is no valid box.
    private(set) var damagedOffset: Int?
    private(set) var additionalMovie: AdditionalMovie?

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
                if let again = repeated, let firstFragment, additionalMovie == nil {
                    additionalMovie = AdditionalMovie(again, restartingAt: box, after: firstFragment)
                }
                (repeated, firstFragment) = (nil, firstFragment ?? box)
                fragmentOffsets.append(box.offset)
            case "moov":
                // A fragmented movie whose finishing was interrupted has the start of a second movie box at its end.
                if let movie {
                    if !box.isCutOff, additionalMovie == nil {
                        additionalMovie = AdditionalMovie(box, behind: movie, begins: beginsFile)
                        repeated = additionalMovie == nil ? box : nil
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
        return .damaged(box: "moov", offset: offset, why: "a box is expected and none starts here")
    }
}

extension FileBrands {
    init(_ box: BoxView) {
        let compatible = stride(from: 8, to: min(box.contentSize, 1024) - 3, by: 4).map { box.fourCC($0) }
        self.init(major: box.fourCC(0), minorVersion: box.u32(4), compatible: compatible)
    }

    /// Whether the file is a QuickTime file, some of whose fields differ.
    var isQuickTime: Bool { major == "qt  " }
}
