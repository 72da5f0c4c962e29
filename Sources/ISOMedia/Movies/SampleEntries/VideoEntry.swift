import Media

/// A visual sample entry (ISO/IEC 14496-12 12.1.3).
struct VideoEntry {
    private(set) var format: CodedVideoFormat?

    /// Codes that require a configuration box.
    private static let configuredCodes: Set<FourCC> = [
        "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "dva1", "dvav", "av01", "dav1", "vp08", "vp09", "vvc1", "vvi1",
        "lvc1",
    ]

    /// Reads an entry. For an unknown code the format contains `copied`, the complete entry.
    init(_ entry: VisualSampleEntry, _ boxes: EntryBoxes, code: FourCC, copied: [UInt8]?) {
        let known = Self.configuration(boxes, code: code)
        let other = copied != nil && !Self.configuredCodes.contains(code)
        guard
            let (configuration, set) = known
                ?? (other ? (.boxed(sampleEntry: code, boxes: boxes.codecBoxes(of: code)), nil) : nil)
        else { return }
        let header = configuration.box("av1C").flatMap { AV1CodecConfiguration(bytes: $0).sequenceHeader }
        let coded = header?.colour ?? configuration.box("vpcC").flatMap { VPCodecConfiguration(bytes: $0).colour }
        let stored = PixelSize(width: Int(entry.width), height: Int(entry.height))
        let size = set?.size ?? stored
        guard size.width > 0, size.height > 0 else { return }
        var format = CodedVideoFormat(
            configuration: configuration, size: size, pixelAspect: Self.aspect(boxes) ?? set?.pixelAspect ?? Ratio(1),
            colour: Self.colour(boxes, set?.colour ?? coded), nominalFrameRate: set?.frameRate)
        format.cleanAperture = boxes[CleanApertureBox.type].flatMap { CleanAperture(bytes: $0.content()) }
        format.masteringDisplay = boxes[MasteringDisplayBox.type].flatMap { MasteringDisplay(bytes: $0.content()) }
        format.contentLight = boxes[ContentLightBox.type].flatMap { ContentLightLevel(bytes: $0.content()) }
        format.dolbyVision = boxes.dolbyVision
        format.isInterlaced = Self.isInterlaced(boxes, set)
        if known == nil { format.copiedEntry = copied }
        self.format = format
    }

    /// Returns the value of `fiel`, or else whether the codec allows field coding.
    private static func isInterlaced(_ boxes: EntryBoxes, _ set: SequenceParameterSet?) -> Bool {
        if let fields = boxes.read(FieldHandlingBox.self) { return fields.fieldCount == 2 }
        return set?.allowsFields ?? false
    }

    private static func configuration(
        _ boxes: EntryBoxes, code: FourCC
    ) -> (CodecConfiguration, SequenceParameterSet?)? {
        switch code {
        case "avc1", "avc3":
            guard let box = boxes["avcC"] else { return nil }
            let record = AVCDecoderConfiguration(bytes: box.content())
            guard let fields = try? record.parse() else { return nil }
            let set = try? record.sequenceParameterSet()
            let isPlain = code == "avc1" && !fields.sequenceParameterSets.isEmpty
            return (isPlain ? .avc(record) : .boxed(sampleEntry: code, boxes: boxes.codecBoxes(of: code)), set)
        case "hvc1", "hev1", "dvh1", "dvhe":
            guard let box = boxes["hvcC"] else { return nil }
            let record = HEVCDecoderConfiguration(bytes: box.content())
            guard let fields = try? record.parse() else { return nil }
            let set = try? record.sequenceParameterSet()
            // Layers and views are in additional boxes, which are retained.
            let isPlain = fields.isComplete && code == "hvc1" && boxes["lhvC"] == nil && boxes["vexu"] == nil
            return (isPlain ? .hevc(record) : .boxed(sampleEntry: code, boxes: boxes.codecBoxes(of: code)), set)
        case "dva1", "dvav":
            guard let box = boxes["avcC"] else { return nil }
            let record = AVCDecoderConfiguration(bytes: box.content())
            return (.boxed(sampleEntry: code, boxes: boxes.codecBoxes(of: code)), try? record.sequenceParameterSet())
        case "av01" where boxes["av1C"] != nil, "dav1" where boxes["av1C"] != nil, "vp09" where boxes["vpcC"] != nil,
            "vp08" where boxes["vpcC"] != nil:
            return (.boxed(sampleEntry: code, boxes: boxes.codecBoxes(of: code)), nil)
        case "vvc1" where boxes["vvcC"] != nil, "vvi1" where boxes["vvcC"] != nil:
            guard (try? VVCDecoderConfiguration(bytes: boxes["vvcC"]?.content() ?? [])) != nil else { return nil }
            return (.boxed(sampleEntry: code, boxes: boxes.codecBoxes(of: code)), nil)
        case "lvc1" where boxes["lvcC"] != nil:
            guard (try? LCEVCDecoderConfiguration(bytes: boxes["lvcC"]?.content() ?? [])) != nil else { return nil }
            return (.boxed(sampleEntry: code, boxes: boxes.codecBoxes(of: code)), nil)
        default: return nil
        }
    }

    private static func aspect(_ boxes: EntryBoxes) -> Ratio? {
        guard let box = boxes.read(PixelAspectBox.self) else { return nil }
        guard let width = Int32(exactly: box.horizontal), let height = Int32(exactly: box.vertical) else { return nil }
        return width > 0 && height > 0 ? Ratio(width, height) : nil
    }

    /// Returns the colours of `nclx`, or of QuickTime's `nclc` without the range, and those of the bitstream where the box
    /// has none.
    private static func colour(_ boxes: EntryBoxes, _ coded: ColourDescription?) -> ColourDescription? {
        for box in boxes.boxes where box.type == ColourBox.type {
            guard let colour = try? ColourBox(reading: box), colour.hasCodePoints else { continue }
            let isFullRange = colour.range == nil ? coded?.isFullRange ?? false : colour.isFullRange
            return ColourDescription(
                primaries: UInt8(clamping: colour.primaries), transfer: UInt8(clamping: colour.transfer),
                matrix: UInt8(clamping: colour.matrix), isFullRange: isFullRange
            ).completed(by: coded)
        }
        return coded
    }
}
