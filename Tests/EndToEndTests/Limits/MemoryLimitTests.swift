import Foundation
import Testing

/// Runs with a memory limit (RLIMIT_AS) at which the creation of threads, codecs or buffers fails.
@Suite struct MemoryLimitTests {
    @Test func aRunThatReachesItsLimitEnds() async throws {
        try await Scratch.use { scratch in
            let run =
                "\(Sluice.tool.path) run \(Sluice.pipeline("live-test-pattern").path) --quiet --duration 1s"
                + " --set size=160x90 --set output=\(scratch.file("out").path)"
            let most = try await peak(of: run, in: scratch)
            // Below the peak an allocation fails, each time at another place.
            for share in [97, 94, 91, 88, 85, 60] {
                var command = Command(
                    program: "bash",
                    arguments: [
                        "-c", "ulimit -v \(most * share / 100); SWIFT_BACKTRACE=enable=no exec \(run)",
                    ], folder: scratch.folder)
                command.limit = 45
                let outcome = try await command.run()
                #expect(!outcome.isTimedOut, "\(share) percent of \(most) KiB: \(outcome)")
            }
        }
    }

    /// Returns the maximum of mapped memory in KiB during a run without a limit.
    private func peak(of run: String, in scratch: Scratch) async throws -> Int {
        let command = Command(program: "bash", arguments: ["-c", "exec \(run)"], folder: scratch.folder)
        let program = try command.start()
        defer { program.end() }
        var most = 0
        let hasEnded = try await eventually(within: 60) {
            let status = (try? String(contentsOfFile: "/proc/\(program.pid)/status", encoding: .utf8)) ?? ""
            if let match = status.firstMatch(of: /VmPeak:\s*(\d+) kB/), let value = Int(match.1) {
                most = max(most, value)
            }
            return !program.isRunning
        }
        #expect(hasEnded && most > 0)
        return most
    }
}
