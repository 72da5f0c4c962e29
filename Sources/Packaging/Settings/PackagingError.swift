/// An error that rejects a call or fails writing.
public struct PackagingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error. Kinds may be added, so a `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// The kind with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Timestamps that decrease, jump or are out of range.
        public static let badTimestamps = Code(rawValue: "badTimestamps")
        /// Media that would start before time zero under Apple HLS; the message contains a sufficient offset.
        public static let negativeDecodeTime = Code(rawValue: "negativeDecodeTime")
        /// No samples, or no sync sample.
        public static let noSyncSample = Code(rawValue: "noSyncSample")
        /// A segment that would start with a sample that depends on earlier samples.
        public static let segmentStartsWithNonSyncSample = Code(rawValue: "segmentStartsWithNonSyncSample")
        /// A format that the output does not support, or that changes.
        public static let unsupportedFormat = Code(rawValue: "unsupportedFormat")
        /// Coded samples of unknown format.
        public static let missingFormat = Code(rawValue: "missingFormat")
        /// A track that is added after output has started.
        public static let lateTrack = Code(rawValue: "lateTrack")
        /// A sample or fragment whose size exceeds its fields.
        public static let sampleTooLarge = Code(rawValue: "sampleTooLarge")
        /// A call that is invalid in the state of the writer.
        public static let invalidState = Code(rawValue: "invalidState")
        /// An invalid property, input or combination of them.
        public static let invalidSettings = Code(rawValue: "invalidSettings")
        /// An error of the operating system while writing.
        public static let unwritableOutput = Code(rawValue: "unwritableOutput")
        /// A limit has been exceeded; the message names it.
        public static let limitReached = Code(rawValue: "limitReached")
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
}
