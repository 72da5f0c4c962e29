import PublicationJournal
import HLS
import Media

/// Names the files of one rendition and assigns byte ranges of shared files.
struct RenditionFiles: Sendable {
    /// The file of a segment.
    struct Place {
        var name: String
        /// The part of the file that contains the segment; nil for the whole file.
        var range: ByteRange?

        /// The reference from a playlist of the rendition.
        var uri: String { PlaylistLayout.reference(name) }
    }

    var rendition: Rendition
    let layout: PlaylistLayout
    /// Whether each segment is a separate file.
    let isSeparate: Bool
    /// The number of shared files so far, including the current one.
    private(set) var count: Int
    /// The length of the current shared file, in bytes.
    private var length = 0
    /// The number of this run's first segment in file names, from 0.
    private var firstNumber: Int
    /// The number of the next segment.
    private(set) var nextNumber: Int
    /// The name of the hinted part if gaps have followed the hint; nil otherwise. The next part has this name, so that
    /// requests for it are answered.
    private var awaitedPart: String?

    init(
        _ rendition: Rendition, layout: PlaylistLayout, packaging: HLSPlaylist.Packaging,
        after record: RenditionRecord?,
        skipsNumber: Bool
    ) {
        self.rendition = rendition
        self.layout = layout
        isSeparate = packaging == .files
        count = (record?.fileCount ?? 0) + 1
        // Records of earlier versions lack the number of an unfinished segment, whose parts players may have seen.
        let skipped = rendition.partTarget != nil && skipsNumber ? 1 : 0
        firstNumber = record.map { $0.nextNumber + skipped } ?? 0
        nextNumber = firstNumber
    }

    /// Gives the segment with this index the number `number`, and the following ones the numbers after it.
    mutating func continueNumbers(_ number: Int, at index: Int) {
        firstNumber = number - index
        nextNumber = number
    }

    /// Assigns a place to the initialization segment with this number, from 1.
    mutating func placeInitialization(_ number: Int, byteCount: Int) -> Place {
        isSeparate ? Place(name: layout.initializationName(number)) : extend(by: byteCount)
    }

    /// Assigns a place to the next media segment.
    mutating func placeSegment(_ segment: Segment) -> Place {
        let number = firstNumber + segment.index
        nextNumber = number + 1
        // A gap has a URI too, but clients must not load it (RFC 8216bis 4.4.4.7).
        guard isSeparate || segment.kind == .gap else { return extend(by: segment.data.count) }
        return Place(name: layout.segmentName(rendition, number))
    }

    /// The number of a segment in its file name, from 0.
    func number(of segment: Segment) -> Int { firstNumber + segment.index }

    /// The name of a gap that no segment of the stage above describes.
    func gapName(_ number: Int) -> String { layout.segmentName(rendition, number) }

    /// The name of a gap for media that other renditions have. Differs from the names of segments.
    func missingName(_ number: Int) -> String { "gap-" + layout.segmentName(rendition, number) }

    /// Assigns a name to a part of the segment with this index in the run.
    mutating func placePart(_ index: Int, part: Int) -> String {
        defer { awaitedPart = nil }
        return awaitedPart ?? layout.partName(rendition, firstNumber + index, part: part)
    }

    /// The name of the segment of a part whose name is that of another segment's part; nil for other parts.
    func segmentName(ofPart name: String, at index: Int, part: Int) -> String? {
        guard name != layout.partName(rendition, firstNumber + index, part: part) else { return nil }
        return layout.segmentName(rendition, firstNumber + index)
    }

    /// Assigns a name to a missing part, which players do not load. `listed` is the number of listed parts of its
    /// segment.
    mutating func placeMissingPart(_ index: Int, part: Int, listed: Int) -> String {
        awaitPart(listed)
        return layout.missingPartName(rendition, firstNumber + index, part: part)
    }

    /// Retains the name of the hinted part for the part after a gap. `listed` is the number of listed parts of the
    /// current segment.
    mutating func awaitPart(_ listed: Int) { awaitedPart = nextPartName(listed) }

    /// The name of a part of the next segment.
    func nextPartName(_ part: Int) -> String { awaitedPart ?? layout.partName(rendition, nextNumber, part: part) }

    private mutating func extend(by byteCount: Int) -> Place {
        defer { length += byteCount }
        return Place(
            name: layout.mediaName(rendition, count), range: ByteRange(offset: length, length: byteCount))
    }
}
