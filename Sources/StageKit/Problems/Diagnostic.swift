/// An error or warning in a pipeline description, found before anything starts.
public struct Diagnostic: Sendable, Hashable, Error {
    /// The severity of a diagnostic.
    public enum Severity: String, Sendable, Hashable {
        case error
        case warning
    }

    public var severity: Severity
    /// A stable identifier of the kind of error, such as `unknown-option`.
    public var code: String
    /// The error: lower case, without a full stop.
    public var message: String
    /// The location; nil when the diagnostic does not refer to a file.
    public var location: SourceLocation?
    /// Hints for a correction.
    public var notes: [String]
    /// Whether the location may contain a secret, so that the source line is shown masked.
    public var isSecret = false
    /// The key of the required option that a stage lacks; nil for other errors.
    public var missingOption: String?

    /// Creates a diagnostic.
    public init(
        _ severity: Severity = .error, code: String, message: String, at location: SourceLocation? = nil,
        notes: [String] = []
    ) {
        self.severity = severity
        self.code = code
        self.message = message
        self.location = location
        self.notes = notes
    }
}
