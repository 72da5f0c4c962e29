import Media

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
        FileTypeBox.type, .moov, .mdat, .free, "skip", "wide", "pnot", SegmentTypeBox.type, SegmentIndexBox.type, .moof,
        "uuid", .meta, ProducerReferenceTimeBox.type, EventMessageBox.type,
    ]
    private static let closingTypes: Set<FourCC> = [.mfra, "ssix", "imda", "pdin", .udta]

    init(_ file: FileBytes) throws(MovieFileError) {
        guard file.count > 0 else { throw .empty }
        guard file.count >= 8 else {
            throw .tooShort(fileBytes: file.count)
        }
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
            if box.isCutOff, [.moof, .mdat, SegmentTypeBox.type, SegmentIndexBox.type].contains(box.type) {
                cutOffEnd = box.describedEnd
            }
            if box.isCutOff, !Self.openingTypes.contains(box.type), !Self.closingTypes.contains(box.type) {
                damagedOffset = box.offset
            }
            switch box.type {
            case FileTypeBox.type:
                brands = brands ?? FileTypeBox(readingPresentFieldsOf: box).brands
                beginsFile = true
            case .mdat: hasMedia = true
            case .moof:
                guard !box.isCutOff else { break }
                if let again = repeated, let firstFragment, additionalMovie == nil {
                    additionalMovie = AdditionalMovie(again, restartingAt: box, after: firstFragment)
                }
                (repeated, firstFragment) = (nil, firstFragment ?? box)
                fragmentOffsets.append(box.offset)
            case .moov:
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
                    throw .truncatedHeader(box: .moov, neededBytes: box.describedEnd, fileBytes: file.count)
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
        return .damaged(box: .moov, offset: offset, why: "a box is expected and none starts here")
    }
}
