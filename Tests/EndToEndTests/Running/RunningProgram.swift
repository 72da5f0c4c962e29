import Foundation
import Glibc
import Synchronization

/// A process that was started.
final class RunningProgram: Sendable {
    let command: Command
    let pid: pid_t
    private let stem: String
    private let started = ContinuousClock.now
    private let status = Mutex<Int32?>(nil)

    init(command: Command, pid: pid_t, stem: String) {
        self.command = command
        self.pid = pid
        self.stem = stem
    }

    deinit {
        end()
        unlink(stem + ".out")
        unlink(stem + ".err")
    }

    var output: String { text("out") }
    var errors: String { text("err") }

    /// Whether the process is still running.
    var isRunning: Bool {
        status.withLock { status in
            if status != nil { return false }
            var value: Int32 = 0
            guard waitpid(pid, &value, WNOHANG) == pid else { return true }
            status = value
            return false
        }
    }

    /// Sends a signal, like a user at a terminal.
    func signal(_ number: Int32) {
        if isRunning { kill(pid, number) }
    }

    /// Kills the process group if the process is still running.
    func end() {
        guard isRunning else { return }
        kill(-pid, SIGKILL)
        status.withLock { status in
            var value: Int32 = 0
            if waitpid(pid, &value, 0) == pid { status = value }
        }
    }

    /// Waits for the process to exit; kills it after `seconds`.
    func outcome(within seconds: Double) async throws -> Outcome {
        let hasEnded = try await eventually(within: seconds) { !self.isRunning }
        end()
        let value = status.withLock { $0 } ?? 0
        let code = value & 0x7f == 0 ? (value >> 8) & 0xff : 128 + (value & 0x7f)
        return Outcome(
            command: command, code: code, isTimedOut: !hasEnded, seconds: (ContinuousClock.now - started).inSeconds,
            output: output, errors: errors)
    }

    private func text(_ suffix: String) -> String {
        let data = FileManager.default.contents(atPath: "\(stem).\(suffix)") ?? Data()
        return String(decoding: data, as: UTF8.self)
    }
}

/// Returns whether `condition` becomes true within this number of seconds; polls every few milliseconds.
func eventually(within seconds: Double, _ condition: () async throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .milliseconds(Int(seconds * 1000))
    while try await !condition() {
        if ContinuousClock.now >= end { return try await condition() }
        try await Task.sleep(for: .milliseconds(5))
    }
    return true
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

extension RunningProgram {
    /// Waits until a run has processed a second of media, according to its status reports.
    func waitForMedia() async throws {
        let hasMedia = try await eventually(within: 30) {
            signal(SIGUSR1)
            try await Task.sleep(for: .milliseconds(100))
            return errors.contains(/running, [1-9]\d*\.\d s of media/) || !isRunning
        }
        guard hasMedia else { throw Unable("the run has no media: \(errors)") }
    }
}
