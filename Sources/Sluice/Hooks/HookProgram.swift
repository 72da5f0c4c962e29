import Glibc
import Synchronization

/// A running program in a separate process group.
final class HookProgram: Sendable {
    private let process: pid_t
    /// The status as `waitpid` reports it; nil while the program runs.
    private let ending = Mutex<Int32?>(nil)

    /// Starts a program that is found by its path or in `PATH`. Its standard input is `input`, and it writes to the
    /// standard error of this process.
    init(_ words: [String], input: [UInt8]) throws(HookFailure) {
        let reading = try Self.descriptor(of: input)
        defer { close(reading) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, reading, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A separate group, so that a timeout also ends the processes that the program has started. Default signals,
        // because this process ignores SIGPIPE.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
        let arguments = words.map { strdup($0) } + [nil]
        let environment = Self.environment.map { strdup($0) } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var process: pid_t = 0
        let result = posix_spawnp(&process, words[0], &actions, &attributes, arguments, environment)
        guard result == 0 else {
            throw HookFailure(
                message: "cannot run '\(words[0])': \(String(cString: strerror(result)))",
                isTemporary: result != ENOENT && result != EACCES)
        }
        self.process = process
    }

    /// The variables of this process without the parameters of pipelines, which may be secrets.
    private static var environment: [String] {
        var variables: [String] = []
        var next = environ
        while let text = next.pointee {
            let variable = String(cString: text)
            if !variable.hasPrefix("SLUICE_PARAM_") { variables.append(variable) }
            next += 1
        }
        return variables
    }

    /// Returns a descriptor for reading bytes from memory. A pipe would be inherited by other programs that start at
    /// the same time, and would block beyond its size.
    private static func descriptor(of bytes: [UInt8]) throws(HookFailure) -> Int32 {
        let name = "/sluice-hook-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        let file = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { throw failure("create shared memory") }
        shm_unlink(name)
        guard write(file, bytes, bytes.count) == bytes.count, lseek(file, 0, SEEK_SET) == 0 else {
            let failure = failure("write to shared memory")
            close(file)
            throw failure
        }
        return file
    }

    private static func failure(_ action: String) -> HookFailure {
        HookFailure(message: "cannot \(action): \(String(cString: strerror(errno)).lowercased())")
    }

    /// The status as `waitpid` reports it; nil while the program runs.
    var status: Int32? { reap(WNOHANG) }

    /// Waits until the program has ended.
    func wait() { _ = reap(0) }

    /// Sends a signal to the program and to the processes that it has started.
    func signal(_ number: Int32) { kill(-process, number) }

    private func reap(_ flags: Int32) -> Int32? {
        ending.withLock { ending in
            if let ending { return ending }
            var status: Int32 = 0
            let result = waitpid(process, &status, flags)
            if result == process { ending = status }
            // Another part of the process has waited for it.
            if result < 0, errno == ECHILD { ending = 0 }
            return ending
        }
    }

    deinit {
        guard status == nil else { return }
        signal(SIGKILL)
        wait()
    }
}
