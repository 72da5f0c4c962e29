import Foundation
import Glibc

/// A command to run, with its output redirected to files so that no pipe can fill up.
struct Command: Sendable {
    var program: String
    var arguments: [String]
    /// The working directory, which also contains the captured output.
    var folder: URL
    /// Environment variables to change relative to the test process.
    var environment: [String: String] = [:]
    /// The time limit in seconds, after which the process is killed.
    var limit: Double = 60
    /// Whether it is mostly idle and does not count against the CPU limit.
    var isIdle = false

    /// Runs the command to its end.
    func run() async throws -> Outcome {
        if isIdle { return try await start().outcome(within: limit) }
        return try await Cores.shared.use { try await start().outcome(within: limit) }
    }

    /// Starts the command as the leader of a new process group.
    func start() throws -> RunningProgram {
        let stem = folder.appending(path: ".run-\(UUID().uuidString.prefix(8))").path
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, stem + ".out", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        posix_spawn_file_actions_addopen(&actions, 2, stem + ".err", O_WRONLY | O_CREAT | O_TRUNC, 0o644)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))

        let variables = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        var pid: pid_t = 0
        // `env` sets the working directory and then executes the program in the same process.
        let result = withCStrings(["env", "-C", folder.path, program] + arguments) { words in
            withCStrings(variables.map { "\($0)=\($1)" }) { variables in
                posix_spawnp(&pid, "env", &actions, &attributes, words, variables)
            }
        }
        guard result == 0 else { throw Unable("cannot start \(program): \(String(cString: strerror(result)))") }
        return RunningProgram(command: self, pid: pid, stem: stem)
    }

    private func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = strings.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
    }
}

/// The exit status and output of a process.
struct Outcome: Sendable, CustomStringConvertible {
    var command: Command
    /// The exit code; 128 plus the signal number if a signal ended the process.
    var code: Int32
    /// Whether it was killed after its time limit.
    var isTimedOut: Bool
    var seconds: Double
    var output: String
    var errors: String

    var errorLines: [Substring] { errors.split(separator: "\n") }

    var description: String {
        """
        \(command.program) \(command.arguments.joined(separator: " "))
        exit code \(code)\(isTimedOut ? ", killed because its time was up" : "") after \(seconds) s
        \(output.suffix(2000))
        \(errors.suffix(4000))
        """
    }

    /// Returns the outcome of a success; otherwise throws an error with the complete output.
    func succeeded() throws -> Outcome {
        guard code == 0, !isTimedOut else { throw Unable("this should have succeeded: \(self)") }
        return self
    }
}

/// An error that prevents a test from continuing.
struct Unable: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
