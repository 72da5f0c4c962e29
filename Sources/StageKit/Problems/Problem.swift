/// An event that is reported to the user and does not end the run.
public struct Problem: Sendable, Hashable {
    /// The severity of a problem.
    public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
        /// Information; the output is correct.
        case note
        /// The output is correct, but may differ from the intention.
        case warning
        /// The output is incorrect or incomplete; the run counts as failed.
        case error
    }

    public var severity: Severity
    /// A stable identifier of the kind of problem.
    public var code: String
    /// The problem and a remedy: lower case, without a full stop.
    public var message: String

    /// Creates a problem.
    public init(_ severity: Severity, code: String, message: String) {
        self.severity = severity
        self.code = code
        self.message = message
    }
}
