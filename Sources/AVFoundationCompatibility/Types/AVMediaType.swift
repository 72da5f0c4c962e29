import AssetWriting
import Media

/// The type of media of a track, an input or a device.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// The media type with this identifier.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The media type with this identifier.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }

    public static let video = AVMediaType("vide")
    public static let audio = AVMediaType("soun")
    /// Text, such as chapter titles.
    public static let text = AVMediaType("text")
    public static let closedCaption = AVMediaType("clcp")
    public static let subtitle = AVMediaType("sbtl")
    public static let timecode = AVMediaType("tmcd")
    /// Timed metadata.
    public static let metadata = AVMediaType("meta")
    /// Audio and video in one stream.
    public static let muxed = AVMediaType("muxx")
    public static let depthData = AVMediaType("dpth")
    public static let haptic = AVMediaType("hapt")
    public static let metadataObject = AVMediaType("mobj")

    /// The equivalent of a media type of this package.
    init(_ type: MediaType) {
        self =
            switch type {
            case .video: .video
            case .audio: .audio
            case .text: .text
            case .timecode: .timecode
            case .metadata: .metadata
            }
    }

    /// The equivalent media type of this package; nil if there is none.
    var mediaType: MediaType? {
        switch self {
        case .video: .video
        case .audio: .audio
        case .text, .closedCaption, .subtitle: .text
        case .timecode: .timecode
        case .metadata: .metadata
        default: nil
        }
    }
}
