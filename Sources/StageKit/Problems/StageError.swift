/// An error that ends a stage.
public struct StageError: Error, CustomStringConvertible {
    /// A stable identifier of the kind of error.
    public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
        public let rawValue: String
        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Creates a code from its name.
        public init(stringLiteral value: String) { rawValue = value }

        /// The input cannot be opened or read.
        public static let unreadableInput: Code = "unreadable-input"
        /// The input is damaged, or its content does not match its declared type.
        public static let damagedInput: Code = "damaged-input"
        /// The input is shorter than it declares.
        public static let truncatedInput: Code = "truncated-input"
        /// The input has no track that the stage can use.
        public static let noUsableTrack: Code = "no-usable-track"
        /// The media is not supported by the container or the codec.
        public static let unsupportedMedia: Code = "unsupported-media"
        /// The times of payloads contradict each other.
        public static let badTimestamps: Code = "bad-timestamps"
        /// A required component is not installed.
        public static let missingElement: Code = "missing-element"
        /// The output cannot be written.
        public static let unwritableOutput: Code = "unwritable-output"
        /// Options contradict each other or the media.
        public static let invalidOptions: Code = "invalid-options"
        /// A limit on time or memory was reached.
        public static let limitReached: Code = "limit-reached"
        /// Another program or stage uses the device.
        public static let deviceBusy: Code = "device-busy"
        /// A device or library reports an error.
        public static let elementFailed: Code = "element-failed"
    }

    public let code: Code
    /// The cause and a remedy: lower case, without a full stop.
    public let message: String
    public let cause: (any Error)?
    /// Whether the failed operation may succeed later.
    package var persistence = Persistence.permanent

    /// The expected duration of a cause.
    package enum Persistence: Sendable, Hashable {
        /// The operation fails until an operator intervenes.
        case permanent
        /// The device, network or server may work again.
        case temporary
        /// Space may become free.
        case outOfSpace
        /// The options of the stage require the run to end.
        case ending
    }

    /// Creates an error with a code and a message.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// Returns the error with this persistence.
    package func with(_ persistence: Persistence) -> StageError {
        var error = self
        error.persistence = persistence
        return error
    }

    public var description: String { cause.map { "\(message): \($0)" } ?? message }
}
