/// Why a stage cannot go on.
public struct StageError: Error, CustomStringConvertible {
    /// A stable name for the kind of failure.
    public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
        public let rawValue: String
        /// The code with this name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The code with this name.
        public init(stringLiteral value: String) { rawValue = value }

        /// The input cannot be opened or read.
        public static let unreadableInput: Code = "unreadable-input"
        /// The input is damaged, or is not what its name says.
        public static let damagedInput: Code = "damaged-input"
        /// The input ends before it says it does.
        public static let truncatedInput: Code = "truncated-input"
        /// The input has no track that the stage can use.
        public static let noUsableTrack: Code = "no-usable-track"
        /// The media cannot be carried or coded.
        public static let unsupportedMedia: Code = "unsupported-media"
        /// Payload times contradict each other.
        public static let badTimestamps: Code = "bad-timestamps"
        /// Something the stage needs is not installed.
        public static let missingElement: Code = "missing-element"
        /// The output cannot be written.
        public static let unwritableOutput: Code = "unwritable-output"
        /// Options contradict each other or the media.
        public static let invalidOptions: Code = "invalid-options"
        /// A limit on time or memory was reached.
        public static let limitReached: Code = "limit-reached"
        /// A device or library reports an error.
        public static let elementFailed: Code = "element-failed"
    }

    public let code: Code
    /// What went wrong and what would help: lower case, no full stop.
    public let message: String
    public let cause: (any Error)?

    /// An error with a code and a message.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    public var description: String { cause.map { "\(message): \($0)" } ?? message }
}

/// Something the user should know that did not end the run.
public struct Problem: Sendable, Hashable {
    /// How bad it is.
    public enum Severity: String, Sendable, Hashable {
        /// All is well, and this is worth knowing.
        case note
        /// The output is right, but perhaps not what was meant.
        case warning
        /// The output is not what was asked for; the run counts as failed.
        case error
    }

    public var severity: Severity
    /// A stable name for the kind of problem.
    public var code: String
    /// What is wrong and what would help: lower case, no full stop.
    public var message: String

    /// A problem of this severity.
    public init(_ severity: Severity, code: String, message: String) {
        self.severity = severity
        self.code = code
        self.message = message
    }
}
