import StageKit

/// What the tool tells the shell.
enum ExitCode: Int32 {
    case done = 0
    case runFailed = 1
    /// A pipeline file is wrong; nothing has started.
    case fileIsWrong = 2
    /// The command line is wrong.
    case misuse = 64
}

/// Why a command line cannot be understood.
struct Misuse: Error {
    /// Lower case, no full stop.
    var message: String
    var notes: [String]

    init(_ message: String, notes: [String] = []) {
        self.message = message
        self.notes = notes
    }

    /// A name that there is not, with the one that was probably meant.
    static func unknown(_ what: String, _ name: String, among names: [String]) -> Misuse {
        let close = Spelling.closest(to: name, among: names).map { "did you mean '\($0)'?" }
        return Misuse(
            "there is no \(what) '\(name)'", notes: [close ?? "\(what)s: \(names.joined(separator: ", "))"])
    }
}
