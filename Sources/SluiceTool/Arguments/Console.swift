import CGStreamerLibraries
import Glibc
import Synchronization

/// Standard output, standard error and the environment.
enum Console {
    /// The error number of the first failed write to standard output; 0 if none failed.
    private static let outputFailure = Atomic<Int32>(0)

    /// Writes to standard output. A failure is reported by ``exitCode(_:)`` when the command ends.
    static func write(_ text: String) {
        let failure = write(text, to: STDOUT_FILENO)
        _ = outputFailure.compareExchange(expected: 0, desired: failure, ordering: .relaxed)
    }

    /// Writes to standard error.
    static func error(_ text: String) { _ = write(text, to: STDERR_FILENO) }

    /// Returns the exit code for a command that ended with `code`. A failed write to standard output turns success into
    /// failure.
    ///
    /// A closed pipe, as with `head`, is not a failure.
    static func exitCode(_ code: ExitCode) -> ExitCode {
        let failure = outputFailure.load(ordering: .relaxed)
        guard failure != 0, failure != EPIPE else { return code }
        let reason = String(cString: strerror(failure)).lowercased()
        error("sluice: error: cannot write to standard output: \(reason); the output is incomplete\n")
        return code == .done ? .runFailed : code
    }

    /// Occupies the descriptor of a closed standard output, so that a file opened later does not receive the output.
    static func reserveOutput() {
        guard fcntl(STDOUT_FILENO, F_GETFD) < 0 else { return }
        // Opened read-only, so that writes fail as they do on a closed descriptor.
        let file = open("/dev/null", O_RDONLY)
        guard file >= 0, file != STDOUT_FILENO else { return }
        dup2(file, STDOUT_FILENO)
        close(file)
    }

    static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// The width of the terminal at standard error, in columns; 80 if unknown.
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

    /// Writes the whole text. Returns 0, or the error number on failure.
    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count {
                let count = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
                if count < 0 {
                    guard errno == EINTR || (errno == EAGAIN && waitUntilWritable(descriptor)) else { return errno }
                    continue
                }
                guard count > 0 else { return EIO }
                done += count
            }
            return 0
        }
    }

    /// Waits until a descriptor is writable. Another process may have made it non-blocking.
    private static func waitUntilWritable(_ descriptor: Int32) -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&wanted, 1, -1) > 0 || errno == EINTR
    }
}
