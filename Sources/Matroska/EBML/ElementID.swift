/// The identifier of an EBML element, including its length marker (RFC 8794 5).
package struct ElementID: RawRepresentable, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension ElementID: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: UInt32) { rawValue = value }
}

// Elements of EBML, and the elements of a segment that this module reads without a description.
extension ElementID {
    /// An element to be ignored.
    static let void: ElementID = 0xec
    /// A checksum of the other elements of its parent.
    static let checksum: ElementID = 0xbf
    static let segment: ElementID = 0x1853_8067
    static let cluster: ElementID = 0x1f43_b675
    /// The time of a cluster.
    static let timestamp: ElementID = 0xe7
    static let simpleBlock: ElementID = 0xa3

    /// Whether the element is a child of a segment, or a new file or segment. Such elements end a cluster of unknown
    /// size (RFC 8794 6.2).
    var endsCluster: Bool {
        switch self {
        case .segment, .cluster, EBMLHeader.id, SeekHead.id, SegmentInfo.id, Tracks.id, Cues.id, Chapters.id, Tags.id,
            Attachments.id:
            true
        default: false
        }
    }

    /// Whether the element can be the first one of a cluster.
    var beginsCluster: Bool {
        switch self {
        case .timestamp, .void, .checksum, .simpleBlock, BlockGroup.id, 0xa7, 0xab, 0x5854: true
        default: false
        }
    }
}
