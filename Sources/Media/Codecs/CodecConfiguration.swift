/// The configuration that a decoder requires before the first sample.
public enum CodecConfiguration: Sendable, Hashable, Codable {
    /// H.264, ISO/IEC 14496-15 5.3.3.
    case avc(AVCDecoderConfiguration)
    /// HEVC, ISO/IEC 14496-15 8.3.3.
    case hevc(HEVCDecoderConfiguration)
    /// MPEG-4 audio, ISO/IEC 14496-3 1.6.2.1.
    case aac(AudioSpecificConfig)
    /// Another codec, with the code of its sample entry and its unchanged configuration boxes.
    case boxed(sampleEntry: FourCC, boxes: [UInt8])

    /// The sample entry's four-character code.
    public var sampleEntryCode: FourCC {
        switch self {
        case .avc: "avc1"
        case .hevc: "hvc1"
        case .aac: "mp4a"
        case .boxed(let code, _): code
        }
    }
}
