import Media
import StageKit

/// The video codings that can be packaged. Derives the decoder configuration from caps or samples.
enum VideoCoding: Sendable {
    case avc
    case hevc
    case av1
    case vp8
    case vp9
    case proRes
    case jpeg

    /// Returns the decoder configuration in the caps. For AV1 and VP9 it is provisional; the first sample completes it.
    func configuration(_ caps: CapsFields) throws(StageError) -> CodecConfiguration {
        do throws(BitstreamError) {
            switch self {
            case .avc:
                let configuration = AVCDecoderConfiguration(bytes: try record(caps))
                _ = try configuration.parse()
                return .avc(configuration)
            case .hevc:
                let configuration = HEVCDecoderConfiguration(bytes: try record(caps))
                _ = try configuration.parse()
                return .hevc(configuration)
            case .av1: return .boxed("av01", "av1C", caps.bytes("codec_data") ?? [])
            case .vp8: return VPCodecConfiguration.vp8.configuration
            case .vp9: return .boxed("vp09", "vpcC", [])
            case .proRes:
                let variant = caps.string("variant").flatMap(ProResProfile.init(rawValue:)) ?? .standard
                return .boxed(sampleEntry: variant.code, boxes: [])
            case .jpeg: return .boxed(sampleEntry: "jpeg", boxes: [])
            }
        } catch {
            throw StageError(.damagedInput, "a video track's decoder configuration cannot be read: \(error)")
        }
    }

    private func record(_ caps: CapsFields) throws(BitstreamError) -> [UInt8] {
        guard let record = caps.bytes("codec_data") else { throw .invalid("codec_data is missing") }
        return record
    }

    /// Adds properties that only a sample contains. Returns a description of contradictions with the container; nil if
    /// there are none.
    func complete(_ format: inout CodedVideoFormat, _ first: ByteSlice) throws(StageError) -> String? {
        switch self {
        case .avc, .hevc, .vp8, .jpeg: break
        case .proRes: try completeProRes(&format, first)
        case .av1: try completeAV1(&format, first)
        case .vp9: try completeVP9(&format, first)
        }
        let check = CodecCheck(.codedVideo(format), firstSample: first)
        if case .codedVideo(let checked) = check.format { format = checked }
        return check.contradiction
    }

    private func completeAV1(_ format: inout CodedVideoFormat, _ first: ByteSlice) throws(StageError) {
        // GStreamer 1.22 writes records without chroma subsampling, so only the bitstream is used.
        let unit = AV1TemporalUnit(first)
        guard let header = unit.sequenceHeader else {
            throw StageError(.damagedInput, "an AV1 track does not begin with a sequence header")
        }
        format.configuration = .boxed(
            "av01", "av1C", AV1CodecConfiguration(header, unit: unit.sequenceHeaderUnit).bytes)
    }

    private func completeProRes(_ format: inout CodedVideoFormat, _ first: ByteSlice) throws(StageError) {
        guard let header = try? ProResFrameHeader(first) else {
            throw StageError(.damagedInput, "a ProRes track does not begin with a frame header")
        }
        let code = format.configuration.sampleEntryCode
        format.configuration = .boxed(sampleEntry: code, boxes: header.fieldHandling)
        format.colour = format.colour ?? header.colour
        format.isInterlaced = header.fields != .progressive
    }

    /// Whether every frame is a sync sample, so that none is reordered.
    var isIntraOnly: Bool { self == .proRes || self == .jpeg }
    /// Whether the caps contain a decoder configuration that identifies the format.
    var hasRecord: Bool { self == .avc || self == .hevc }

    private func completeVP9(_ format: inout CodedVideoFormat, _ first: ByteSlice) throws(StageError) {
        guard let header = try? VP9FrameHeader(first), let sequence = header.sequence else {
            throw StageError(.damagedInput, "a VP9 track does not begin with a key frame")
        }
        let record = VPCodecConfiguration(header, sequence, frameRate: format.nominalFrameRate)
        format.configuration = .boxed("vp09", "vpcC", record.bytes)
        format.colour = format.colour ?? record.colour
    }
}

extension CodecConfiguration {
    /// The size in bytes of the length before each NAL unit; 4 for codecs without NAL units.
    var nalLengthSize: Int {
        switch self {
        case .avc(let record): record.nalLengthSize
        case .hevc(let record): record.nalLengthSize
        case .aac, .boxed: 4
        }
    }

    /// The parameter sets in the record; empty if the record cannot be read or the codec has none.
    var parameterSets: [[UInt8]] {
        switch self {
        case .avc(let record):
            (try? record.parse()).map { $0.sequenceParameterSets + $0.pictureParameterSets } ?? []
        case .hevc(let record):
            (try? record.parse()).map { record in [32, 33, 34].flatMap { record.parameterSets(ofType: $0) } } ?? []
        case .aac, .boxed: []
        }
    }
}
