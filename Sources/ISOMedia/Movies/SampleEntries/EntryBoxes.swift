import Media

/// The boxes in a sample entry, up to the first damaged one.
struct EntryBoxes {
    var boxes: [BoxView] = []

    /// Boxes that are written from the format, or that do not belong to the codec.
    private static let notCodecTypes: Set<FourCC> = [
        "pasp", "colr", "btrt", "sinf", "wave", "chan", "gama", "fiel", "clap", "mdcv", "clli",
    ]
    private static let dolbyVisionTypes: [FourCC] = ["dvcC", "dvvC", "dvwC"]

    init(_ entry: BoxView, from start: Int) {
        var walk = entry.boxes(from: start)
        while boxes.count < 64, let box = walk.next(), !box.isCutOff, box.type.rawValue != 0 { boxes.append(box) }
    }

    subscript(type: FourCC) -> BoxView? { boxes[type] }

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
        guard let box = self["btrt"], box.contentSize >= 12 else { return nil }
        let rate = box.u32(8) > 0 ? box.u32(8) : box.u32(4)
        return rate > 0 ? Int(rate) : nil
    }
}
