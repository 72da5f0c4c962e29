import CGStreamerLibraries
import Glibc
import Synchronization

/// Standard output, standard error and the environment.
enum Console {
    /// The error number of the first write to standard output that failed; 0 while none did.
    private static let outputFailure = Atomic<Int32>(0)

    /// Writes to standard output; a failure is reported when the command ends, by ``exitCode(_:)``.
    static func write(_ text: String) {
        let failure = write(text, to: STDOUT_FILENO)
        _ = outputFailure.compareExchange(expected: 0, desired: failure, ordering: .relaxed)
    }

    /// Writes to standard error.
    static func error(_ text: String) { _ = write(text, to: STDERR_FILENO) }

    /// The exit code of a command that ended with `code`: what could not be written to standard output is a failure.
    ///
    /// A reader that goes away, such as `head`, is none.
    static func exitCode(_ code: ExitCode) -> ExitCode {
        let failure = outputFailure.load(ordering: .relaxed)
        guard failure != 0, failure != EPIPE else { return code }
        let reason = String(cString: strerror(failure)).lowercased()
        error("sluice: error: cannot write to standard output: \(reason); the output is incomplete\n")
        return code == .done ? .runFailed : code
    }

    /// Keeps the number of a closed standard output from going to another file, into which the output would be written.
    static func reserveOutput() {
        guard fcntl(STDOUT_FILENO, F_GETFD) < 0 else { return }
        // Opened for reading alone, so that writing fails as it does without a file.
        let file = open("/dev/null", O_RDONLY)
        guard file >= 0, file != STDOUT_FILENO else { return }
        dup2(file, STDOUT_FILENO)
        close(file)
    }

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

    /// Writes all of it; returns the error number where that is not possible, 0 otherwise.
    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count {
                let count = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
                if count < 0 {
                    guard errno == EINTR || (errno == EAGAIN && waitForRoom(descriptor)) else { return errno }
                    continue
                }
                guard count > 0 else { return EIO }
                done += count
            }
            return 0
        }
    }

    /// Waits until a descriptor that another program made non-blocking has room.
    private static func waitForRoom(_ descriptor: Int32) -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&wanted, 1, -1) > 0 || errno == EINTR
    }
}
