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

/// The type of data that a writer without a file delivers.
public struct ContentType: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    /// The content type with this identifier, such as `FileType.mp4.rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The content type of a file type: `UTType(AVFileType.mp4.rawValue)!` becomes
    /// `ContentType(FileType.mp4.rawValue)`.
    public init(_ identifier: String) { self.init(rawValue: identifier) }

    /// MPEG-4, the type of segments.
    public static let mp4 = ContentType(rawValue: FileType.mp4.rawValue)
    /// MPEG-4 under its `UTType` name.
    public static let mpeg4Movie = mp4
}

/// The path of a file, in place of a file `URL`, without Foundation.
public struct FileURL: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The path, absolute or relative to the working directory.
    public let path: String

    /// The file at `path`.
    public init(fileURLWithPath path: String) { self.path = path }
    /// The file at a path given as a literal.
    public init(stringLiteral path: String) { self.init(fileURLWithPath: path) }

    public var description: String { path }
}
