import AssetWriting
import Media

extension CMFormatDescription {
    /// The coding of a format description: a codec, a pixel format or an audio format.
    public struct MediaSubType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public let rawValue: FourCharCode
        /// The coding with this code.
        public init(rawValue: FourCharCode) { self.rawValue = rawValue }

        public static let h264 = MediaSubType(rawValue: kCMVideoCodecType_H264)
        public static let hevc = MediaSubType(rawValue: kCMVideoCodecType_HEVC)
        public static let hevcWithAlpha = MediaSubType(rawValue: kCMVideoCodecType_HEVCWithAlpha)
        public static let jpeg = MediaSubType(rawValue: kCMVideoCodecType_JPEG)
        public static let proRes422 = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes422)
        public static let proRes422HQ = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes422HQ)
        public static let proRes422LT = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes422LT)
        public static let proRes422Proxy = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes422Proxy)
        public static let proRes4444 = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes4444)
        public static let dolbyVisionHEVC = MediaSubType(rawValue: kCMVideoCodecType_DolbyVisionHEVC)
        public static let av1 = MediaSubType(rawValue: kCMVideoCodecType_AV1)
        public static let vp9 = MediaSubType(rawValue: kCMVideoCodecType_VP9)
        public static let linearPCM = MediaSubType(rawValue: kAudioFormatLinearPCM)
        public static let mpeg4AAC = MediaSubType(rawValue: kAudioFormatMPEG4AAC)
        public static let mpeg4AAC_HE = MediaSubType(rawValue: kAudioFormatMPEG4AAC_HE)
        public static let mpeg4AAC_HE_V2 = MediaSubType(rawValue: kAudioFormatMPEG4AAC_HE_V2)
        public static let appleLossless = MediaSubType(rawValue: kAudioFormatAppleLossless)
        public static let ac3 = MediaSubType(rawValue: kAudioFormatAC3)
        public static let enhancedAC3 = MediaSubType(rawValue: kAudioFormatEnhancedAC3)
        public static let opus = MediaSubType(rawValue: kAudioFormatOpus)
        public static let flac = MediaSubType(rawValue: kAudioFormatFLAC)
        public static let pixelFormat_32BGRA = MediaSubType(rawValue: kCVPixelFormatType_32BGRA)

        /// The four characters in quotation marks.
        public var description: String { "'\(FourCC(rawValue: rawValue))'" }

        /// The coding of a format of this package.
        init(_ format: MediaFormat) {
            switch format {
            case .codedVideo(let video): rawValue = video.configuration.sampleEntryCode.rawValue
            case .codedAudio(let audio): rawValue = audio.audioFormatID
            case .rawVideo(let video): rawValue = PixelBufferLayout.type(of: video) ?? 0
            case .rawAudio: rawValue = kAudioFormatLinearPCM
            case .timedText(let text):
                if case .webVTT = text.coding {
                    rawValue = FourCC("wvtt").rawValue
                } else {
                    rawValue = FourCC("stpp").rawValue
                }
            case .codedData(let data): rawValue = data.sampleEntryCode.rawValue
            }
        }
    }
}
