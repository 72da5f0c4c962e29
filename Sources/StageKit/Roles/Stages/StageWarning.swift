import Media

/// A warning about settings that are valid but probably unintended, or an error about settings of several stages that
/// contradict each other.
package struct StageWarning: Sendable, Hashable {
    package var severity = Diagnostic.Severity.warning
    package var code: String
    /// The warning: lower case, without a full stop.
    package var message: String
    /// The option that the warning concerns; nil for the stage as a whole.
    package var option: String?
    /// Hints for a correction.
    package var notes: [String]

    package init(code: String, message: String, option: String? = nil, notes: [String] = []) {
        self.code = code
        self.message = message
        self.option = option
        self.notes = notes
    }
}
