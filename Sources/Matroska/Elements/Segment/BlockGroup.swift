package import Media

/// A block with its properties (RFC 9559 5.1.3.5).
package struct BlockGroup: MasterElement {
    package static let id: ElementID = 0xa0
    package static let fields: [ElementField<Self>] = [
        .binary(0xa1, "Block", \.block),
        .unsigned(0x9b, "BlockDuration", \.duration),
        .counted(0xfb, "ReferenceBlock", \.referenceCount),
        .master("BlockAdditions", \.additions),
        .signed(0x75a2, "DiscardPadding", \.discardPadding),
    ]

    package var block: ByteSlice?
    /// In ticks of the segment.
    package var duration: UInt64?
    /// The number of blocks that the frames refer to; 0 for a keyframe.
    package var referenceCount = 0
    package var additions: Additions?
    /// The duration in nanoseconds to remove from the end of the decoded block, or from the start if it is negative.
    package var discardPadding: Int64 = 0

    package init() {}

    package struct Additions: MasterElement {
        package static let id: ElementID = 0x75a1
        package static let fields: [ElementField<Self>] = [.masters("BlockMore", \.additions, limit: 64)]

        package var additions: [Addition] = []

        package init() {}
    }

    package struct Addition: MasterElement {
        package static let id: ElementID = 0xa6
        package static let fields: [ElementField<Self>] = [
            .unsigned(0xee, "BlockAddID", \.kind), .binary(0xa5, "BlockAdditional", \.content),
        ]

        /// 1 for additions that the codec defines.
        package var kind: UInt64 = 1
        package var content: ByteSlice?

        package init() {}
    }
}
