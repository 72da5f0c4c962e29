import Media
import StageKit

/// The reason why a command line is invalid.
struct UsageError: Error {
    /// The message, in lower case and without a full stop.
    var message: String
    var notes: [String]

    init(_ message: String, notes: [String] = []) {
        self.message = message
        self.notes = notes
    }

    /// Creates the error for an unknown name, with a suggestion if a similar name exists.
    static func unknown(_ what: String, _ name: String, among names: [String]) -> UsageError {
        let close = SpellingSuggestion.closest(to: name, among: names).map { "did you mean '\($0)'?" }
        return UsageError(
            "there is no \(what) '\(name)'", notes: [close ?? "\(what)s: \(names.joined(separator: ", "))"])
    }
}
