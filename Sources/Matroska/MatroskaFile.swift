package import Media

/// The structure of a Matroska or WebM file (RFC 9559): everything except the blocks.
package struct MatroskaFile: Sendable {
    private let file: EBMLBytes
    /// The content of the first segment.
    private let segment: Range<Int>
    package let header: EBMLHeader
    package private(set) var info = SegmentInfo()
    /// The tracks in the order of the file.
    package private(set) var entries: [TrackEntry] = []
    package private(set) var chapters: Chapters?
    package private(set) var tags: Tags?
    package private(set) var attachments: Attachments?
    /// The place of the cues; nil if the file has none.
    private var cuesOffset: Int?
    /// The place of the first cluster; nil if there is none.
    private var firstCluster: Int?
    private var seekHeads: [SeekHead] = []
    /// The places of the elements that were read because seek heads refer to them.
    private var sought: Set<Int> = []
    /// Whether the file ends before its segment.
    package let isTruncated: Bool
    /// Whether the segment lasts until the end of the file, as in live streams.
    let hasUnknownSize: Bool

    /// Whether a file begins as Matroska and WebM do.
    package static func recognizes(_ content: ByteSlice) -> Bool {
        EBMLElement(EBMLBytes(content), at: 0, end: content.count)?.id == EBMLHeader.id
    }

    /// Reads the elements up to the first cluster, and the elements that the seek head refers to.
    package init(reading content: ByteSlice) throws(MatroskaError) {
        file = EBMLBytes(content)
        guard let header = EBMLElement(file, at: 0, end: file.count), header.id == EBMLHeader.id else {
            throw .notMatroska
        }
        self.header = EBMLHeader(reading: header)
        try self.header.validate()
        var offset = header.end
        while let next = EBMLElement(file, at: offset, end: file.count), next.id == .void { offset = next.end }
        guard let segment = EBMLElement(file, at: offset, end: file.count), segment.id == .segment else {
            throw .damaged(offset: offset, why: "it has no segment")
        }
        self.segment = segment.contentOffset..<segment.end
        (isTruncated, hasUnknownSize) = (segment.isCutOff, segment.hasUnknownSize)
        readElements()
        readSought()
        guard (1...MatroskaLimits.timestampScale).contains(info.timestampScale) else {
            throw .unsupported("it has a tick of \(info.timestampScale) nanoseconds")
        }
        guard !entries.isEmpty else { throw .damaged(offset: segment.contentOffset, why: "it has no tracks") }
    }

    /// The blocks from the first cluster on.
    package var blocks: BlockReader {
        let end = file.count
        return BlockReader(file, (firstCluster ?? end)..<end)
    }

    /// The places of keyframes; empty if the file has none.
    package var cues: [Cues.CuePoint] {
        guard let cuesOffset, let element = EBMLElement(file, at: cuesOffset, end: segment.upperBound) else {
            return []
        }
        return Cues(reading: element).points
    }

    /// Reads the elements before the first cluster.
    private mutating func readElements() {
        var walk = EBMLWalk(file, segment)
        while let element = walk.next() {
            if element.id == .cluster {
                firstCluster = element.offset
                return
            }
            guard !element.isCutOff, !element.hasUnknownSize else {
                firstCluster = BlockReader.nextCluster(file, from: element.offset + 1, end: segment.upperBound)
                return
            }
            read(element)
        }
        firstCluster = BlockReader.nextCluster(file, from: walk.offset, end: segment.upperBound)
    }

    private mutating func read(_ element: EBMLElement) {
        switch element.id {
        case SegmentInfo.id: info = SegmentInfo(reading: element)
        case Tracks.id where entries.isEmpty: entries = Tracks(reading: element).entries
        case SeekHead.id: if seekHeads.count < 8 { seekHeads.append(SeekHead(reading: element)) }
        case Cues.id: cuesOffset = element.offset
        case Chapters.id: chapters = chapters ?? Chapters(reading: element)
        case Tags.id: tags = tags ?? Tags(reading: element)
        case Attachments.id: attachments = attachments ?? Attachments(reading: element)
        default: break
        }
    }

    /// Reads the elements that seek heads refer to, which include later seek heads.
    private mutating func readSought() {
        var index = 0
        while index < seekHeads.count {
            for entry in seekHeads[index].entries { readSought(entry) }
            index += 1
        }
    }

    private mutating func readSought(_ entry: SeekHead.Seek) {
        guard let target = entry.target, target != .cluster, !isRead(target), let position = entry.position,
            position < UInt64(segment.count)
        else { return }
        let offset = segment.lowerBound + Int(position)
        guard offset >= firstCluster ?? .max, let element = EBMLElement(file, at: offset, end: segment.upperBound),
            element.id == target, !element.isCutOff, !element.hasUnknownSize
        else { return }
        // Thousands of references to large elements would take minutes.
        guard sought.count < MatroskaLimits.soughtElements, sought.insert(offset).inserted else { return }
        read(element)
    }

    private func isRead(_ target: ElementID) -> Bool {
        switch target {
        case Tracks.id: !entries.isEmpty
        case Cues.id: cuesOffset != nil
        case Chapters.id: chapters != nil
        case Tags.id: tags != nil
        case Attachments.id: attachments != nil
        default: false
        }
    }
}
