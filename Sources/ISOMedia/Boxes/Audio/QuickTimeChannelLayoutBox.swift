package import Media

/// The loudspeaker positions of audio in QuickTime movies: an `AudioChannelLayout` of Core Audio (QuickTime File
/// Format, `chan`).
package struct QuickTimeChannelLayoutBox: Box {
    package static let type: FourCC = "chan"

    /// The position of one channel.
    package struct Description: TableEntry {
        /// A channel label of Core Audio.
        package var label: UInt32 = 0
        package var flags: UInt32 = 0
        package var coordinates: [UInt32] = [0, 0, 0]

        package init() {}
        init(label: UInt32) { self.label = label }

        package mutating func layout(_ visitor: inout some FieldVisitor, _: FullBoxHeader) {
            visitor.field(&label)
            visitor.field(&flags)
            visitor.fields(&coordinates, count: 3)
        }
    }

    package var header = FullBoxHeader()
    /// A layout tag of Core Audio: ``usesDescriptions``, ``usesBitmap``, or a defined layout.
    package var tag: UInt32 = 0
    /// The positions as bits of a WAVE channel mask.
    package var bitmap: UInt32 = 0
    package var descriptions: EntryTable<Description> = []

    /// The tag of a layout that lists a description per channel.
    static let usesDescriptions: UInt32 = 0
    /// The tag of a layout with a bitmap.
    static let usesBitmap: UInt32 = 1 << 16

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&tag)
        visitor.field(&bitmap)
        visitor.countedTable(&descriptions, form: header)
    }

    package var fields: [BoxTree.Field] {
        [.init("tag", DumpedText.hex(tag)), .init("bitmap", DumpedText.hex(bitmap))]
    }
}

extension QuickTimeChannelLayoutBox {
    /// A layout with these positions; nil if Core Audio has no label for one of them.
    init?(_ positions: ChannelPositions) {
        if let mask = positions.waveMask {
            (tag, bitmap) = (Self.usesBitmap, mask)
            return
        }
        let labels = positions.codes.compactMap { code in Self.labels.first { $0.value == code }?.key }
        guard labels.count == positions.codes.count else { return nil }
        descriptions = EntryTable(labels.map(Description.init(label:)))
    }

    /// Returns the positions of `count` channels; nil if they are unknown.
    func positions(count: Int) -> ChannelPositions? {
        switch tag {
        case Self.usesBitmap: return ChannelPositions(waveMask: bitmap, count: count)
        case Self.usesDescriptions:
            guard descriptions.count == count else { return nil }
            let codes = descriptions.compactMap { Self.labels[$0.label] }
            return codes.count == count ? ChannelPositions(codes) : nil
        default:
            guard let codes = Self.definedLayouts[tag >> 16], codes.count == count, Int(tag & 0xffff) == count else {
                return nil
            }
            return ChannelPositions(codes)
        }
    }

    /// The positions of ISO/IEC 23091-3 by Core Audio's channel labels.
    private static let labels: [UInt32: UInt8] = [
        1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 7, 9: 10, 10: 11, 11: 12, 12: 25, 13: 17, 14: 19, 15: 18, 16: 20,
        17: 22, 18: 21, 33: 8, 34: 9, 35: 15, 36: 16, 37: 26,
    ]
    /// The positions by the upper half of Core Audio's layout tags, from mono to 7.1.
    private static let definedLayouts: [UInt32: [UInt8]] = [
        100: [2], 101: [0, 1], 113: [0, 1, 2], 114: [2, 0, 1], 115: [0, 1, 2, 10], 116: [2, 0, 1, 10],
        117: [0, 1, 2, 4, 5], 118: [0, 1, 4, 5, 2], 119: [0, 2, 1, 4, 5], 120: [2, 0, 1, 4, 5],
        121: [0, 1, 2, 3, 4, 5], 122: [0, 1, 4, 5, 2, 3], 123: [0, 2, 1, 4, 5, 3], 124: [2, 0, 1, 4, 5, 3],
        126: [0, 1, 2, 3, 4, 5, 6, 7], 128: [0, 1, 2, 3, 4, 5, 8, 9],
    ]
}
