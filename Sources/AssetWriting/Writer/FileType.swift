import ISOMedia
import Media

/// A family of container files, by the identifier that Apple's platforms use for it.
public struct FileType: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    /// The file type with this identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// MPEG-4, `.mp4`.
    public static let mp4 = FileType(rawValue: "public.mpeg-4")
    /// QuickTime movies, `.mov`.
    public static let mov = FileType(rawValue: "com.apple.quicktime-movie")
    /// MPEG-4 video as Apple's devices name it, `.m4v`.
    public static let m4v = FileType(rawValue: "com.apple.m4v-video")
    /// MPEG-4 with sound alone, `.m4a`.
    public static let m4a = FileType(rawValue: "com.apple.m4a-audio")

    /// How files of this type are written; nil when they cannot be.
    var movieFileType: MovieFileType? {
        switch self {
        case .mp4: .mp4
        case .mov: .mov
        case .m4v: .m4v
        case .m4a: .m4a
        default: nil
        }
    }

    /// Whether tracks refer to each other (`tref`, ISO/IEC 14496-12 8.3.3); files of sound alone have one track.
    var carriesTrackReferences: Bool { movieFileType != nil && self != .m4a }

    /// The media types that files of this type carry.
    var mediaTypes: [MediaType] { self == .m4a ? [.audio] : MediaType.allCases }
}

/// What kind of data a writer without a file delivers.
public struct ContentType: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    /// The content type with this identifier, such as `FileType.mp4.rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The content type of a file type: `UTType(AVFileType.mp4.rawValue)!` becomes `ContentType(FileType.mp4.rawValue)`.
    public init(_ identifier: String) { self.init(rawValue: identifier) }

    /// MPEG-4, the one that segments conform to.
    public static let mp4 = ContentType(rawValue: FileType.mp4.rawValue)
    /// The same type by its name among content types.
    public static let mpeg4Movie = mp4
}

/// Where a file is, by its path: what a `URL` of a file is without Foundation.
public struct FileURL: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The path, absolute or from the working directory.
    public let path: String

    /// The file at `path`.
    public init(fileURLWithPath path: String) { self.path = path }
    /// The file at a path written in the source.
    public init(stringLiteral path: String) { self.init(fileURLWithPath: path) }

    public var description: String { path }
}
