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
    private let firstNumber: Int
    /// The number of the next segment.
    private(set) var nextNumber: Int

    init(
        _ rendition: Rendition, layout: PlaylistLayout, packaging: HLSPlaylist.Packaging, after record: RenditionRecord?
    ) {
        self.rendition = rendition
        self.layout = layout
        isSeparate = packaging == .files
        count = (record?.fileCount ?? 0) + 1
        // Players may have seen parts of the unfinished segment, so their names are not reused.
        let skipped = rendition.partTarget == nil ? 0 : 1
        firstNumber = record.map { $0.nextNumber + skipped } ?? 0
        nextNumber = firstNumber
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

    /// The name of a gap that no segment of the stage above describes.
    func gapName(_ number: Int) -> String { layout.segmentName(rendition, number) }

    /// The name of a part of the segment with this index in the run.
    func partName(_ index: Int, part: Int) -> String {
        layout.partName(rendition, firstNumber + index, part: part)
    }

    /// The name of a part of the next segment.
    func nextPartName(_ part: Int) -> String { layout.partName(rendition, nextNumber, part: part) }

    private mutating func extend(by byteCount: Int) -> Place {
        defer { length += byteCount }
        return Place(
            name: layout.mediaName(rendition, count), range: ByteRange(offset: length, length: byteCount))
    }
}
