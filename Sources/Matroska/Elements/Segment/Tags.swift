/// Metadata of a segment and its parts (RFC 9559 5.1.8).
package struct Tags: MasterElement {
    package static let id: ElementID = 0x1254_c367
    package static let fields: [ElementField<Self>] = [.masters("Tag", \.tags)]

    package var tags: [Tag] = []

    package init() {}

    /// Metadata of one part.
    package struct Tag: MasterElement {
        package static let id: ElementID = 0x7373
        package static let fields: [ElementField<Self>] = [
            .master("Targets", \.targets), .masters("SimpleTag", \.values, limit: 256),
        ]

        package var targets: Targets?
        package var values: [Value] = []

        package init() {}
    }

    /// The part that metadata describe.
    package struct Targets: MasterElement {
        package static let id: ElementID = 0x63c0
        package static let fields: [ElementField<Self>] = [.unsigned(0x63c5, "TagTrackUID", \.track)]

        /// The identifier (TrackUID) of a track; 0 for all of them.
        package var track: UInt64 = 0

        package init() {}
    }

    /// A name and its value.
    package struct Value: MasterElement {
        package static let id: ElementID = 0x67c8
        package static let fields: [ElementField<Self>] = [
            .text(0x45a3, "TagName", \.name), .text(0x4487, "TagString", \.text),
        ]

        package var name = ""
        package var text: String?

        package init() {}
    }
}
