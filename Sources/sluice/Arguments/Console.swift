import CGStreamerLibraries
import Glibc

/// Standard output, standard error and the environment.
enum Console {
    /// Writes to standard output.
    static func write(_ text: String) { write(text, to: STDOUT_FILENO) }
    /// Writes to standard error.
    static func error(_ text: String) { write(text, to: STDERR_FILENO) }

    static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// The columns of the terminal behind standard error; 80 where they are not known.
    static var errorColumns: Int {
        var size = winsize()
        let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? Int(size.ws_col) : 80
    }

    static var environment: [String: String] {
        let list = g_get_environ()
        defer { g_strfreev(list) }
        var environment: [String: String] = [:]
        var next = list
        while let entry = next?.pointee {
            let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { environment[String(parts[0])] = String(parts[1]) }
            next = next?.successor()
        }
        return environment
    }

    /// Writes all of it; what nobody reads is lost.
    private static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count {
                let count = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                done += count
            }
        }
    }
}
