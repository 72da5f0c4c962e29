package import Media

/// The meaning of the additions of a track's blocks, or a configuration that applies to the track (RFC 9559 5.1.4.1.17).
package struct BlockAdditionMapping: MasterElement {
    package static let id: ElementID = 0x41e4
    package static let fields: [ElementField<Self>] = [
        .unsigned(0x41f0, "BlockAddIDValue", \.value),
        .text(0x41a4, "BlockAddIDName", \.name),
        .unsigned(0x41e7, "BlockAddIDType", \.type),
        .binary(0x41ed, "BlockAddIDExtraData", \.extraData),
    ]

    package var value: UInt64?
    package var name: String?
    /// A registered number, or the type of a box such as `dvcC`.
    package var type: UInt64 = 0
    package var extraData: ByteSlice?

    package init() {}
}
