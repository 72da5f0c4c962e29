import Media

/// The boxes in a sample entry, up to the first damaged one.
struct EntryBoxes {
    var boxes: [BoxView] = []

    /// Boxes that are written from the format, or that do not belong to the codec.
    private static let notCodecTypes: Set<FourCC> = [
        PixelAspectBox.type, ColourBox.type, BitRateBox.type, .sinf, .wave,
        QuickTimeChannelLayoutBox.type, "gama", FieldHandlingBox.type,
        CleanApertureBox.type, MasteringDisplayBox.type, ContentLightBox.type,
    ]
    private static let dolbyVisionTypes: [FourCC] = ["dvcC", "dvvC", "dvwC"]

    init(_ entry: BoxView, from start: Int) {
        var walk = entry.boxes(from: start)
        while boxes.count < 64, let box = walk.next(), !box.isCutOff, box.type.rawValue != 0 { boxes.append(box) }
    }

    subscript(type: FourCC) -> BoxView? { boxes[type] }

    /// Reads the first box of a type; nil if it is missing or damaged.
    func read<Content: Box>(_: Content.Type) -> Content? { boxes[Content.self].flatMap { try? Content(reading: $0) } }

    /// Returns the codec's boxes. Dolby Vision boxes are included only for Dolby Vision sample entries.
    func codecBoxes(of code: FourCC) -> [UInt8] {
        let isDolbyVision = ["dvh1", "dvhe", "dva1", "dvav", "dav1"].contains(code)
        let others = Self.notCodecTypes.union(isDolbyVision ? [] : Self.dolbyVisionTypes)
        return boxes.filter { !others.contains($0.type) }.flatMap(\.bytes)
    }

    /// The object type of the MPEG-4 descriptor; nil without one.
    var objectType: UInt8? {
        self["esds"].flatMap { ElementaryStreamDescriptor(esdsContent: $0.content())?.objectTypeIndication }
    }

    /// The Dolby Vision configuration; nil without one.
    var dolbyVision: DolbyVisionConfiguration? {
        for type in Self.dolbyVisionTypes {
            if let box = self[type] { return DolbyVisionConfiguration(bytes: box.content()) }
        }
        return nil
    }

    /// The average bit rate of a `btrt` box, or its maximum.
    var bitRate: Int? {
        guard let box = read(BitRateBox.self) else { return nil }
        let rate = box.average > 0 ? box.average : box.maximum
        return rate > 0 ? Int(rate) : nil
    }
}
