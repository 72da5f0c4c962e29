import Synchronization

/// Standard error with complete lines and, on a terminal, a progress line below them that is rewritten.
final class ErrorStream: Sendable {
    private let hasProgress = Mutex(false)

    /// Writes complete lines.
    func write(_ lines: String) {
        hasProgress.withLock { hasProgress in
            Console.error((hasProgress ? "\r\u{1b}[K" : "") + lines)
            hasProgress = false
        }
    }

    /// Replaces the progress line. Only for terminals.
    func show(progress line: String) {
        hasProgress.withLock { hasProgress in
            Console.error("\r\(line)\u{1b}[K")
            hasProgress = true
        }
    }

    /// Removes the progress line.
    func clear() { write("") }

    /// Whether text on standard error is coloured: on a terminal, unless `NO_COLOR`, `CLICOLOR=0` or `TERM=dumb` is set,
    /// and elsewhere if `CLICOLOR_FORCE` is set to something other than 0.
    static func usesColor(isTerminal: Bool, environment: [String: String]) -> Bool {
        if !(environment["NO_COLOR"] ?? "").isEmpty { return false }
        if !["", "0"].contains(environment["CLICOLOR_FORCE"] ?? "") { return true }
        return isTerminal && environment["CLICOLOR"] != "0" && environment["TERM"] != "dumb"
    }
}
