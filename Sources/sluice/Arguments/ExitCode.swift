import StageKit

/// The exit codes of the tool.
enum ExitCode: Int32 {
    case done = 0
    case runFailed = 1
    /// A pipeline file is invalid; nothing was started.
    case invalidFile = 2
    /// The command line is invalid.
    case misuse = 64
}

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
