import Foundation
import Testing

/// Runs under a limit of memory (RLIMIT_AS) that they reach somewhere: threads, codecs and buffers are refused.
@Suite struct MemoryLimitTests {
    @Test func aRunThatReachesItsLimitEnds() async throws {
        try await Scratch.use { scratch in
            let run =
                "\(Sluice.tool.path) run \(Sluice.pipeline("live-test-pattern").path) --quiet --duration 1s"
                + " --set size=160x90 --set output=\(scratch.file("out").path)"
            let most = try await peak(of: run, in: scratch)
            // Below it something is missing, each time at another place.
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

    /// The most memory in KiB that a run without a limit has mapped.
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
