import ISOMedia
import Media

/// A container file format, identified by its uniform type identifier.
public struct FileType: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    /// The file type with this identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// MPEG-4, `.mp4`.
    public static let mp4 = FileType(rawValue: "public.mpeg-4")
    /// QuickTime movies, `.mov`.
    public static let mov = FileType(rawValue: "com.apple.quicktime-movie")
    /// MPEG-4 video as named by Apple devices, `.m4v`.
    public static let m4v = FileType(rawValue: "com.apple.m4v-video")
    /// MPEG-4 audio, `.m4a`.
    public static let m4a = FileType(rawValue: "com.apple.m4a-audio")

    /// The movie file format to write; nil when the type is not supported.
    var movieFileType: MovieFileType? {
        switch self {
        case .mp4: .mp4
        case .mov: .mov
        case .m4v: .m4v
        case .m4a: .m4a
        default: nil
        }
    }

    /// Whether tracks can refer to each other (`tref`, ISO/IEC 14496-12 8.3.3); M4A files have a single track.
    var carriesTrackReferences: Bool { movieFileType != nil && self != .m4a }

    /// The media types that files of this type can contain.
    var mediaTypes: [MediaType] { self == .m4a ? [.audio] : MediaType.allCases }
}
