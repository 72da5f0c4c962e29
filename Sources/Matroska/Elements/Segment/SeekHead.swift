package import Media

/// The positions of other elements in a segment (RFC 9559 5.1.1).
package struct SeekHead: MasterElement {
    package static let id: ElementID = 0x114d_9b74
    package static let fields: [ElementField<Self>] = [.masters("Seek", \.entries)]

    package var entries: [Seek] = []

    package init() {}

    /// The position of one element.
    package struct Seek: MasterElement {
        package static let id: ElementID = 0x4dbb
        package static let fields: [ElementField<Self>] = [
            .binary(0x53ab, "SeekID", \.identifier), .unsigned(0x53ac, "SeekPosition", \.position),
        ]

        package var identifier: ByteSlice?
        /// The distance from the start of the segment's content, in bytes.
        package var position: UInt64?

        package init() {}

        /// The identifier of the element; nil if it is invalid.
        package var target: ElementID? {
            guard let identifier, (1...4).contains(identifier.count) else { return nil }
            return ElementID(rawValue: identifier.bytes.reduce(0) { $0 << 8 | UInt32($1) })
        }
    }
}
