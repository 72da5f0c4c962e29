import AssetWriting
import Media

/// The four-character code of a media type.
public typealias CMMediaType = FourCharCode

extension CMFormatDescription {
    /// The type of media of a format description.
    public struct MediaType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public let rawValue: CMMediaType
        /// The type with this code.
        public init(rawValue: CMMediaType) { self.rawValue = rawValue }

        public static let video = MediaType(rawValue: kCMMediaType_Video)
        public static let audio = MediaType(rawValue: kCMMediaType_Audio)
        /// Audio and video in one stream.
        public static let muxed = MediaType(rawValue: kCMMediaType_Muxed)
        public static let text = MediaType(rawValue: kCMMediaType_Text)
        public static let closedCaption = MediaType(rawValue: kCMMediaType_ClosedCaption)
        public static let subtitle = MediaType(rawValue: kCMMediaType_Subtitle)
        public static let timeCode = MediaType(rawValue: kCMMediaType_TimeCode)
        public static let metadata = MediaType(rawValue: kCMMediaType_Metadata)

        /// The four characters in quotation marks.
        public var description: String { "'\(FourCC(rawValue: rawValue))'" }

        init(_ type: Media.MediaType) {
            self =
                switch type {
                case .video: .video
                case .audio: .audio
                case .text: .text
                case .timecode: .timeCode
                case .metadata: .metadata
                }
        }
    }
}

/// The type of video: `vide`.
public let kCMMediaType_Video: CMMediaType = 0x7669_6465
/// The type of audio: `soun`.
public let kCMMediaType_Audio: CMMediaType = 0x736f_756e
/// The type of multiplexed media: `muxx`.
public let kCMMediaType_Muxed: CMMediaType = 0x6d75_7878
/// The type of text: `text`.
public let kCMMediaType_Text: CMMediaType = 0x7465_7874
/// The type of closed captions: `clcp`.
public let kCMMediaType_ClosedCaption: CMMediaType = 0x636c_6370
/// The type of subtitles: `sbtl`.
public let kCMMediaType_Subtitle: CMMediaType = 0x7362_746c
/// The type of timecodes: `tmcd`.
public let kCMMediaType_TimeCode: CMMediaType = 0x746d_6364
/// The type of timed metadata: `meta`.
public let kCMMediaType_Metadata: CMMediaType = 0x6d65_7461
