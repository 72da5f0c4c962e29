/// The bitstream syntax of the samples of a format.
package enum BitstreamSyntax: Sendable, Hashable {
    case avc(lengthSize: Int)
    case hevc(lengthSize: Int)
    case av1
    case vp8
    case vp9
    case vvc(lengthSize: Int)
    /// xHE-AAC, whose samples may depend on earlier ones.
    case unifiedSpeechAndAudio

    /// The syntax of a format; nil for codecs whose samples are not parsed.
    package init?(_ format: MediaFormat) {
        switch format {
        case .codedVideo(let video):
            switch video.configuration {
            case .avc(let record): self = .avc(lengthSize: record.nalLengthSize)
            case .hevc(let record): self = .hevc(lengthSize: record.nalLengthSize)
            case .boxed("av01", _), .boxed("dav1", _): self = .av1
            case .boxed("vp08", _): self = .vp8
            case .boxed("vp09", _): self = .vp9
            case .boxed("vvc1", _), .boxed("vvi1", _):
                guard let box = video.configuration.box("vvcC"), let record = try? VVCDecoderConfiguration(bytes: box)
                else { return nil }
                self = .vvc(lengthSize: record.nalLengthSize)
            case let other where other.box("avcC") != nil:
                self = .avc(lengthSize: AVCDecoderConfiguration(bytes: other.box("avcC") ?? []).nalLengthSize)
            case let other where other.box("hvcC") != nil:
                self = .hevc(lengthSize: HEVCDecoderConfiguration(bytes: other.box("hvcC") ?? []).nalLengthSize)
            default: return nil
            }
        case .codedAudio(let audio):
            guard audio.hasSampleDependencies, case .aac = audio.configuration else { return nil }
            self = .unifiedSpeechAndAudio
        case .rawVideo, .rawAudio, .timedText, .codedData: return nil
        }
    }

    /// Returns the names of a sample's units as in the codec's specification, in order, with repetition counts.
    package func unitNames(of sample: ByteSlice, limit: Int = 32) -> [String] {
        var names: [(name: String, count: Int)] = []
        func add(_ name: String) -> Bool {
            if names.last?.name == name { names[names.count - 1].count += 1 } else { names.append((name, 1)) }
            return names.count < limit
        }
        sample.withUnsafeBytes { buffer in
            switch self {
            case .avc(let size), .hevc(let size), .vvc(let size):
                for unit in NALUnitSequence(buffer, lengthSize: size) {
                    if let name = name(of: unit), !add(name) { return }
                }
            case .av1: for unit in AV1UnitSequence(buffer) where !add(Self.av1Name(unit.type)) { return }
            case .vp8: _ = add((buffer.first ?? 1) & 1 == 0 ? "key" : "inter")
            case .vp9: _ = add((try? VP9FrameHeader(sample).isKeyFrame) == true ? "key" : "inter")
            case .unifiedSpeechAndAudio: _ = add((buffer.first ?? 0) & 0x80 != 0 ? "independent" : "dependent")
            }
        }
        return names.map { $0.count == 1 ? $0.name : "\($0.name)×\($0.count)" }
    }

    /// Returns the name of a NAL unit; nil for a unit without a complete header.
    private func name(of unit: UnsafeRawBufferPointer) -> String? {
        if let name = LCEVCEnhancement.unitName(unit) { return name }
        if let messages = messages(in: unit), LCEVCEnhancement.isContained(in: messages) { return "SEI(LCEVC)" }
        switch self {
        case .avc: return Self.avcName(unit[0] & 0x1f)
        case .hevc: return Self.hevcName(unit[0] >> 1 & 0x3f)
        case .vvc: return unit.count >= 2 ? Self.vvcName(unit[1] >> 3) : nil
        case .av1, .vp8, .vp9, .unifiedSpeechAndAudio: return nil
        }
    }

    /// ITU-T H.264 table 7-1.
    private static func avcName(_ type: UInt8) -> String {
        switch type {
        case 1: "slice"
        case 2...4: "partition"
        case 5: "IDR"
        case 6: "SEI"
        case 7: "SPS"
        case 8: "PPS"
        case 9: "AUD"
        case 12: "filler"
        default: "nal\(type)"
        }
    }

    /// ITU-T H.265 table 7-1.
    private static func hevcName(_ type: UInt8) -> String {
        let names: [UInt8: String] = [
            0: "TRAIL_N", 1: "TRAIL_R", 2: "TSA_N", 3: "TSA_R", 4: "STSA_N", 5: "STSA_R", 6: "RADL_N", 7: "RADL_R",
            8: "RASL_N", 9: "RASL_R", 16: "BLA_W_LP", 17: "BLA_W_RADL", 18: "BLA_N_LP", 19: "IDR_W_RADL",
            20: "IDR_N_LP", 21: "CRA", 32: "VPS", 33: "SPS", 34: "PPS", 35: "AUD", 38: "filler", 39: "SEI",
            40: "SEI",
        ]
        return names[type] ?? "nal\(type)"
    }

    /// ITU-T H.266 table 5.
    private static func vvcName(_ type: UInt8) -> String {
        let names: [UInt8: String] = [
            0: "TRAIL", 1: "STSA", 2: "RADL", 3: "RASL", 7: "IDR_W_RADL", 8: "IDR_N_LP", 9: "CRA", 10: "GDR",
            12: "OPI", 13: "DCI", 14: "VPS", 15: "SPS", 16: "PPS", 17: "APS", 18: "APS", 19: "PH", 20: "AUD",
            21: "EOS", 22: "EOB", 23: "SEI", 24: "SEI", 25: "filler",
        ]
        return names[type] ?? "nal\(type)"
    }

    /// AV1 specification 6.2.2.
    private static func av1Name(_ type: UInt8) -> String {
        let names: [UInt8: String] = [
            1: "sequence", 2: "delimiter", 3: "header", 4: "tiles", 5: "metadata", 6: "frame", 7: "redundant",
            8: "tile list", 15: "padding",
        ]
        return names[type] ?? "obu\(type)"
    }
}
