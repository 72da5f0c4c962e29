/// Why a call was refused or writing failed.
public struct PackagingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of problem; new kinds may come, so a `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// The kind with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Times that go backwards, jump or leave the range that can be written.
        public static let badTimestamps = Code(rawValue: "badTimestamps")
        /// Media that would begin before time zero under Apple HLS; the message names the offset that is enough.
        public static let negativeDecodeTime = Code(rawValue: "negativeDecodeTime")
        /// No sample at all, or none at which decoding can begin.
        public static let noSyncSample = Code(rawValue: "noSyncSample")
        /// A segment would begin with a sample that depends on samples before it.
        public static let segmentStartsWithNonSyncSample = Code(rawValue: "segmentStartsWithNonSyncSample")
        /// A format that the output cannot carry, or that changes.
        public static let unsupportedFormat = Code(rawValue: "unsupportedFormat")
        /// No format is known for coded samples.
        public static let missingFormat = Code(rawValue: "missingFormat")
        /// A track that appears after segments have begun.
        public static let lateTrack = Code(rawValue: "lateTrack")
        /// A sample or fragment larger than its fields can say.
        public static let sampleTooLarge = Code(rawValue: "sampleTooLarge")
        /// A call that does not belong where the writer is.
        public static let invalidState = Code(rawValue: "invalidState")
        /// A property, an input or a combination that cannot be written.
        public static let invalidSettings = Code(rawValue: "invalidSettings")
        /// The operating system refuses to write.
        public static let unwritableOutput = Code(rawValue: "unwritableOutput")
        /// Something has grown past a limit of its own; the message names it.
        public static let limitReached = Code(rawValue: "limitReached")
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
}
