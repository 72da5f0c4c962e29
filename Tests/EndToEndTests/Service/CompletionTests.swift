import Foundation
import Testing

/// The completion scripts, in the shells.
struct CompletionTests {
    private static func isInstalled(_ shell: String) -> Bool {
        ["/bin", "/usr/bin"].contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(shell)") }
    }

    /// Command lines, words that are proposed for them, and a word that is not.
    private static let lines: [(line: String, words: [String], absent: String)] = [
        ("sluice ", ["run", "validate", "schema"], "fmp4.segment"),
        ("sluice validate --profile ", ["rfc", "apple"], "cmaf"),
        ("sluice segment --profile ", ["apple-hls", "cmaf"], "rfc"),
        ("sluice check --js", ["--json"], "--svg"),
        ("sluice st", ["start", "stop", "status", "stages"], "restart"),
        ("sluice logs --fo", ["--follow"], "--lines"),
        ("sluice stages http.", ["http.origin", "http.push"], "fmp4.segment"),
        ("sluice completion ", ["bash", "zsh", "fish"], "run"),
        ("sluice run live-", ["live-test-pattern", "live-camera"], "vod-encode"),
        ("sluice schema --of ", ["pipeline", "check"], "apple"),
    ]

    /// Returns the proposed words.
    private func expect(_ shell: String, _ propose: (Scratch, URL, String) async throws -> Outcome) async throws {
        try await Scratch.use { scratch in
            let text = try await scratch.sluice("completion", shell).succeeded().output
            let script = try scratch.write("completion.\(shell)", text)
            let syntax = try await scratch.run(shell, ["-n", script.path])
            #expect(syntax.code == 0 && syntax.errors.isEmpty, "\(syntax)")
            for (line, words, absent) in Self.lines {
                let outcome = try await propose(scratch, script, line)
                let found = outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
                #expect(words.allSatisfy(found.contains), "\(line): \(outcome)")
                #expect(!found.contains(absent), "\(line): \(outcome)")
            }
        }
    }

    private func command(_ scratch: Scratch, _ program: String, _ arguments: [String]) -> Command {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let folder = Sluice.tool.deletingLastPathComponent().path
        return Command(
            program: program, arguments: arguments, folder: scratch.folder,
            environment: ["PATH": "\(folder):\(path)", "HOME": scratch.folder.path])
    }

    @Test func bashCompletesCommandLines() async throws {
        try await expect("bash") { scratch, script, line in
            let test = """
                source "$1"; compopt() { :; }
                read -ra COMP_WORDS <<<"$2"; [[ $2 != *' ' ]] || COMP_WORDS+=('')
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _sluice; printf '%s\\n' "${COMPREPLY[@]}"
                """
            return try await command(scratch, "bash", ["-c", test, "bash", script.path, line]).run()
        }
    }

    @Test(.enabled(if: CompletionTests.isInstalled("fish"), "fish is not installed"))
    func fishCompletesCommandLines() async throws {
        try await expect("fish") { scratch, script, line in
            try await command(scratch, "fish", ["-c", "source \(script.path); complete -C'\(line)'"]).run()
        }
    }

    @Test(.enabled(if: CompletionTests.isInstalled("zsh"), "zsh is not installed"))
    func zshCompletesCommandLines() async throws {
        try await expect("zsh") { scratch, script, line in
            let arguments = [Sluice.script("complete-in-zsh.py").path, script.path]
            let folder = Sluice.tool.deletingLastPathComponent().path
            return try await command(scratch, "python3", arguments + [folder, line]).run()
        }
    }
}
