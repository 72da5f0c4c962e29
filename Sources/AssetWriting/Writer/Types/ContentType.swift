import ISOMedia
import Media

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
