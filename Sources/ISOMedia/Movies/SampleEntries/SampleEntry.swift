import Media

/// A sample entry of an `stsd` box and the format that it describes.
struct SampleEntry {
    /// The code of the entry; for protected entries the original code.
    private(set) var code: FourCC
    let count: Int
    private(set) var isEncrypted = false
    /// The format; nil if it is not supported.
    private(set) var format: MediaFormat?
    /// The bit rate that the entry declares, in bits per second.
    private(set) var bitRate: Int?
    /// The object type of the MPEG-4 descriptor; nil without one.
    private(set) var objectType: UInt8?

    /// Whether the entry has a pixel aspect ratio (`pasp`), instead of leaving it to the track header and the bitstream.
    private(set) var declaresPixelAspect = false

    /// 3GPP timed text, WebVTT and TTML.
    private static let textCodes: Set<FourCC> = ["tx3g", "wvtt", "stpp"]
    private static let maximumTextEntrySize = 1 << 16
    /// The maximum size of an entry that is copied without being parsed.
    private static let maximumCopiedEntrySize = 1 << 20
    /// The conversion of uncompressed QuickTime audio; nil for other formats.
    private(set) var quickTimePCM: QuickTimePCM?
    private static let protectedCodes: Set<FourCC> = ["encv", "enca", "enct", "encs", "drms", "drmi", "p608"]

    init(_ descriptions: BoxView, handler: FourCC, at index: Int = 0) throws(MovieFileError) {
        let fields = try SampleDescriptionBox(reading: descriptions)
        count = Int(fields.entryCount)
        var walk = descriptions.boxes(from: fields.size)
        for _ in 0..<index { _ = walk.next() }
        guard count > 0, let entry = walk.next(), !entry.isCutOff else {
            throw descriptions.damaged("it has no complete sample entry")
        }
        code = entry.type
        switch handler {
        case "vide":
            let fields = try VisualSampleEntry(reading: entry)
            let boxes = EntryBoxes(entry, from: VisualSampleEntry.fieldSize)
            readProtection(boxes)
            objectType = boxes.objectType
            declaresPixelAspect = boxes[PixelAspectBox.type] != nil
            format = VideoEntry(fields, boxes, code: code, copied: copy(of: entry)).format.map(MediaFormat.codedVideo)
            bitRate = boxes.bitRate
        case "soun":
            let audio = try AudioEntry(entry, isVersioned: fields.header.version == 0)
            readProtection(audio.boxes)
            objectType = audio.boxes.objectType
            quickTimePCM = audio.quickTimePCM(code: code)
            format = audio.format(code: code, copied: copy(of: entry)).map(MediaFormat.codedAudio)
            bitRate = audio.boxes.bitRate ?? audio.descriptorBitRate
        default:
            let boxes = EntryBoxes(entry, from: 8)
            readProtection(boxes)
            objectType = boxes.objectType
            if Self.textCodes.contains(code), entry.bytes.count <= Self.maximumTextEntrySize {
                format = .codedData(CodedDataFormat(mediaType: .text, handler: handler, sampleEntry: entry.bytes))
            }
        }
    }

    /// Returns the entries after the first one; nil for invalid ones.
    static func additional(_ descriptions: BoxView, handler: FourCC) -> [SampleEntry?] {
        let declared = SampleDescriptionBox(readingPresentFieldsOf: descriptions).entryCount
        let count = min(Int(declared), MovieLimits.sampleEntries)
        return count > 1 ? (1..<count).map { try? SampleEntry(descriptions, handler: handler, at: $0) } : []
    }

    /// Returns the entry to be copied unchanged, with the index of the only data reference that is written; nil if it
    /// is protected or too large.
    private func copy(of entry: BoxView) -> [UInt8]? {
        guard !isEncrypted, entry.contentSize >= 8, entry.end - entry.offset <= Self.maximumCopiedEntrySize else {
            return nil
        }
        var bytes = entry.bytes
        let reference = entry.contentOffset - entry.offset + 6
        (bytes[reference], bytes[reference + 1]) = (0, 1)
        return bytes
    }

    private mutating func readProtection(_ boxes: EntryBoxes) {
        let scheme = boxes[.sinf]
        guard Self.protectedCodes.contains(code) || scheme != nil else { return }
        isEncrypted = true
        let original = scheme?.first(OriginalFormatBox.self).flatMap { try? OriginalFormatBox(reading: $0) }
        if let original { code = original.format }
    }
}
