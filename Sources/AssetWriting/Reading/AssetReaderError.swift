import ISOMedia

/// Why an asset cannot be read.
public struct AssetReaderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of problem; new kinds may come, so a `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// The kind with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file is not there or may not be read.
        public static let unreadableFile = Code(rawValue: "unreadableFile")
        /// The file is no movie, or its tables contradict each other.
        public static let damagedFile = Code(rawValue: "damagedFile")
        /// The file ends before its tables do; what comes before that has been read.
        public static let truncatedFile = Code(rawValue: "truncatedFile")
        /// A track whose coding is not known, or not to the decoders that are there.
        public static let unsupportedFormat = Code(rawValue: "unsupportedFormat")
        /// Encrypted media.
        public static let encrypted = Code(rawValue: "encrypted")
        /// A call that does not belong where the reader is.
        public static let invalidState = Code(rawValue: "invalidState")
        /// An output or a combination that cannot be read.
        public static let invalidSettings = Code(rawValue: "invalidSettings")
        /// A decoder that is not there or fails.
        public static let decoding = Code(rawValue: "decoding")
    }

    public let code: Code
    /// What went wrong and what would be right: lower case, no full stop.
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
            case .truncatedHeader, .noMovieBox(.cutOff): .truncatedFile
            default: .damagedFile
            }
        self.init(code, "'\(path)': \(error)")
    }
}
