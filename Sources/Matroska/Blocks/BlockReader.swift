import Media

/// An iterator over the blocks of a segment. Damage is skipped up to the next cluster.
package struct BlockReader: IteratorProtocol, Sendable {
    private let file: EBMLBytes
    /// The end of the segment.
    private let end: Int
    /// The offset of the next element.
    package private(set) var offset: Int
    /// The end of the cluster that is being read; nil outside of clusters.
    private var clusterEnd: Int?
    private var hasUnknownSize = false
    private var clusterTime: Int64?
    package private(set) var damage = MatroskaDamage()

    init(_ file: EBMLBytes, _ range: Range<Int>) {
        self.file = file
        (offset, end) = (range.lowerBound, range.upperBound)
    }

    /// Returns the next block; nil at the end.
    package mutating func next() -> MatroskaBlock? {
        while offset < end {
            if let clusterEnd, offset >= clusterEnd { self.clusterEnd = nil }
            guard let element = EBMLElement(file, at: offset, end: clusterEnd ?? end) else {
                skip()
                continue
            }
            if clusterEnd == nil {
                advance(over: element)
            } else if let block = read(element) {
                return block
            }
        }
        return nil
    }

    /// Enters a cluster or a later segment, and skips other elements.
    private mutating func advance(over element: EBMLElement) {
        switch element.id {
        case .cluster:
            (clusterEnd, hasUnknownSize, clusterTime) = (element.end, element.hasUnknownSize, nil)
            if element.isCutOff { damage.isTruncated = true }
            offset = element.contentOffset
        case .segment:
            damage.laterSegmentCount += 1
            offset = element.contentOffset
        default:
            // An element that exceeds the file is the last one, or its size is damaged.
            guard !element.isCutOff, !element.hasUnknownSize else { return skip() }
            offset = element.end
        }
    }

    /// Reads an element of a cluster and returns its block.
    private mutating func read(_ element: EBMLElement) -> MatroskaBlock? {
        if element.id.endsCluster {
            // Inside of a cluster of known size, one of the two sizes is damaged.
            if !hasUnknownSize { damage.skipCount += 1 }
            clusterEnd = nil
            return nil
        }
        guard !element.isCutOff, !element.hasUnknownSize else {
            skip()
            return nil
        }
        offset = element.end
        switch element.id {
        case .timestamp:
            clusterTime = element.unsigned.flatMap { $0 <= MatroskaLimits.time ? Int64($0) : nil }
            return nil
        case .simpleBlock, BlockGroup.id: return block(element)
        default: return nil
        }
    }

    private mutating func block(_ element: EBMLElement) -> MatroskaBlock? {
        let block = clusterTime.flatMap { time in
            element.id == .simpleBlock
                ? MatroskaBlock(simple: element.binary, clusterTime: time)
                : MatroskaBlock(BlockGroup(reading: element), clusterTime: time)
        }
        guard var block else {
            damage.blockCount += 1
            return nil
        }
        block.offset = element.offset
        return block
    }

    /// Skips to the next cluster.
    private mutating func skip() {
        let start = offset
        clusterEnd = nil
        offset = Self.nextCluster(file, from: offset + 1, end: end) ?? end
        // Damage at the end of a file is indistinguishable from a file that is cut off.
        if offset == end { damage.isTruncated = true } else { damage.skipCount += 1 }
        damage.skippedBytes += offset - start
    }

    /// Returns the offset of the next cluster; nil if there is none.
    static func nextCluster(_ file: EBMLBytes, from start: Int, end: Int) -> Int? {
        var start = start
        while let found = file.offset(of: .cluster, from: start, end: end) {
            if isCluster(file, at: found, end: end) { return found }
            start = found + 1
        }
        return nil
    }

    /// Whether a cluster begins at an offset, by the identifier of its first element.
    private static func isCluster(_ file: EBMLBytes, at offset: Int, end: Int) -> Bool {
        guard let cluster = EBMLElement(file, at: offset, end: end), cluster.id == .cluster,
            let first = EBMLElement(file, at: cluster.contentOffset, end: cluster.end)
        else { return false }
        return first.id.beginsCluster
    }
}
