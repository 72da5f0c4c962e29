import ISOMedia

/// An error that prevents reading an asset.
public struct AssetReaderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error. Kinds may be added, so a `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// The kind with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file does not exist or cannot be opened.
        public static let unreadableFile = Code(rawValue: "unreadableFile")
        /// The file is not an MP4 or QuickTime file.
        public static let unrecognizedFormat = Code(rawValue: "unrecognizedFormat")
        /// The file has no movie, or its tables are inconsistent.
        public static let damagedFile = Code(rawValue: "damagedFile")
        /// The file is shorter than its tables require. Samples before the truncation have been returned.
        public static let truncatedFile = Code(rawValue: "truncatedFile")
        /// A track format that is not supported, or not by the available decoders.
        public static let unsupportedFormat = Code(rawValue: "unsupportedFormat")
        /// Encrypted media.
        public static let encrypted = Code(rawValue: "encrypted")
        /// A call that is invalid in the state of the reader.
        public static let invalidState = Code(rawValue: "invalidState")
        /// An output or a combination of outputs that cannot be read.
        public static let invalidSettings = Code(rawValue: "invalidSettings")
        /// A decoder that is missing or failed.
        public static let decoding = Code(rawValue: "decoding")
    }

    public let code: Code
    /// The cause and, where there is one, the remedy: lower case, no full stop.
    public let message: String

    /// An error of this kind.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }

    init(_ error: MovieFileError, in path: String) {
        let code: Code =
            switch error {
            case .empty: .unreadableFile
            case .notAMovie: .unrecognizedFormat
            case .tooShort, .truncatedHeader, .noMovieBox(.cutOff): .truncatedFile
            default: .damagedFile
            }
        self.init(code, "'\(path)': \(error)")
    }
}
