/// Something wrong in a description, found before anything starts.
public struct Diagnostic: Sendable, Hashable, Error {
    /// How bad it is.
    public enum Severity: String, Sendable, Hashable {
        case error
        case warning
    }

    public var severity: Severity
    /// A stable name for the kind of mistake, such as `unknown-option`.
    public var code: String
    /// What is wrong: lower case, no full stop.
    public var message: String
    /// Where it stands; nil when it is nowhere in a file.
    public var location: SourceLocation?
    /// What would be right.
    public var notes: [String]
    /// Whether a secret may stand at the place, so that the source line is shown without it.
    public var isSecret = false

    /// A diagnostic at a place.
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

/// A place in a text file.
public struct SourceLocation: Sendable, Hashable {
    public var file: String
    /// From 1.
    public var line: Int
    /// In characters, from 1.
    public var column: Int
    /// How many characters are meant.
    public var length: Int

    /// A place of `length` characters.
    public init(file: String, line: Int, column: Int, length: Int = 1) {
        self.file = file
        self.line = line
        self.column = column
        self.length = length
    }
}
