/// The descriptors of a stream or a program, ISO/IEC 13818-1 2.6.
struct Descriptors {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The content of the first descriptor with this tag.
    func first(_ tag: UInt8) -> ArraySlice<UInt8>? {
        var offset = 0
        while offset + 2 <= bytes.count {
            let end = min(bytes.count, offset + 2 + Int(bytes[offset + 1]))
            if bytes[offset] == tag { return bytes[offset + 2..<end] }
            offset = end
        }
        return nil
    }

    /// The first code of ISO_639_language_descriptor; nil if it is not three letters, or `und`.
    var language: String? {
        guard let code = first(0x0a)?.prefix(3), code.count == 3,
            code.allSatisfy({ (0x61...0x7a).contains($0 | 0x20) })
        else { return nil }
        let text = String(decoding: code, as: UTF8.self).lowercased()
        return text == "und" ? nil : text
    }

    /// format_identifier of registration_descriptor.
    var registration: String? {
        first(0x05).map { String(decoding: $0.prefix(4), as: UTF8.self) }.flatMap { $0.utf8.count == 4 ? $0 : nil }
    }
}

extension ProgramTables.Entry {
    /// The name of a stream that is not demultiplexed.
    var name: String {
        let descriptors = Descriptors(descriptors)
        if let detectedName { return detectedName }
        if let name = Self.registered[descriptors.registration ?? ""] { return name }
        if isBluRay, let name = Self.bluRayNames[type] { return name }
        if isSampleEncrypted { return coding.name }
        switch type {
        case 0x06: return privateName(descriptors)
        case 0x03, 0x04: return "MPEG audio"
        default: return Self.names[type] ?? "data of stream type \(type)"
        }
    }

    private func privateName(_ descriptors: Descriptors) -> String {
        let tags: [(UInt8, String)] = [
            (0x56, "DVB teletext"), (0x46, "DVB VBI teletext"), (0x59, "DVB subtitles"), (0x7b, "DTS audio"),
            (0x45, "DVB VBI data"), (0x26, "timed metadata"),
        ]
        if let name = tags.first(where: { descriptors.first($0.0) != nil })?.1 { return name }
        return descriptors.first(0x7f)?.first.flatMap { Self.extendedNames[$0] } ?? "private data"
    }

    /// By descriptor_tag_extension, ETSI EN 300 468 table 109.
    private static let extendedNames: [UInt8: String] = [
        0x0e: "DTS-HD audio", 0x0f: "DTS audio", 0x15: "AC-4 audio", 0x20: "TTML subtitles", 0x21: "DTS-UHD audio",
    ]
    private static let bluRayNames: [UInt8: String] = [
        0x80: "LPCM audio", 0x82: "DTS audio", 0x83: "TrueHD audio", 0x85: "DTS-HD audio", 0x86: "DTS-HD audio",
        0x90: "PGS subtitles", 0x91: "interactive graphics", 0x92: "text subtitles", 0xa2: "DTS-HD audio",
    ]
    private static let registered = [
        "Opus": "Opus audio", "DTS1": "DTS audio", "DTS2": "DTS audio", "DTS3": "DTS audio", "AC-4": "AC-4 audio",
        "CUEI": "SCTE-35 splice information", "ID3 ": "ID3 timed metadata", "KLVA": "KLV metadata",
        "BSSD": "SMPTE 302M audio", "VC-1": "VC-1 video", "drac": "Dirac video", "AV01": "AV1 video",
        "VP09": "VP9 video",
    ]
    private static let names: [UInt8: String] = [
        0x01: "MPEG-1 video", 0x02: "MPEG-2 video", 0x05: "private sections", 0x0b: "DSM-CC data",
        0x0d: "DSM-CC data", 0x10: "MPEG-4 part 2 video", 0x15: "timed metadata", 0x1c: "MPEG-4 audio without LATM",
        0x20: "MVC video", 0x21: "JPEG 2000 video", 0x2d: "MPEG-H audio", 0x2e: "MPEG-H audio", 0x33: "VVC video",
        0x42: "AVS video", 0x80: "LPCM audio or DigiCipher video", 0x82: "DTS audio", 0x83: "TrueHD audio",
        0x85: "DTS-HD audio", 0x86: "SCTE-35 splice information", 0x8a: "DTS audio", 0x90: "PGS subtitles",
        0xd1: "Dirac video", 0xea: "VC-1 video",
    ]
}
