import Foundation
import Glibc
import Testing

/// Playlists that would expand to many times their size in memory, in every command that reads playlists.
@Suite struct HostilePlaylistTests {
    private static let media = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n"
    private static let codecs = String(repeating: "a,", count: 1000) + "a"
    private static let attributes = (0..<250).map { ",X-\($0)=1" }.joined()

    private static func filled(_ head: String, _ lines: String) -> String {
        head + String(repeating: lines, count: (12 << 20) / lines.utf8.count)
    }

    /// About 12 MiB each, which gzip compresses to less than 100 KiB.
    private static let texts: [String: @Sendable () -> String] = [
        "segments": { filled(media, "#EXTINF:1,\na\n") },
        "invalid": { filled(media + "#EXT-X-VERSION:x\n", "#EXTINF:1,\na\n") },
        "unknown": { filled("#EXTM3U\n", "#EXTa\n") },
        "codecs": { filled("#EXTM3U\n", "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"\(codecs)\"\na\n") },
        "attributes": { filled(media, "#EXT-X-MAP:URI=\"a\"\(attributes)\n#EXTINF:1,\na\n") },
        "ranges": {
            filled(
                media + "#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z\n",
                "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2020-01-01T00:00:00Z\"\(attributes)\n")
        },
    ]
    /// The maximum resident memory in excess of the idle tool, in KiB: the playlist limit plus buffers.
    private static let most = 32 << 10

    /// Runs a program and prints its exit code and its peak resident memory in KiB after its output.
    private static let measure = """
        import os, subprocess, sys
        process = subprocess.Popen(sys.argv[1:])
        _, status, usage = os.wait4(process.pid, 0)
        print("\\npeak", os.waitstatus_to_exitcode(status), usage.ru_maxrss)
        """

    /// The exit code and memory use of the tool.
    private struct Measured {
        var code: Int
        /// The peak resident memory in KiB.
        var peak: Int
        var outcome: Outcome
    }

    private static func run(_ arguments: [String], in scratch: Scratch) async throws -> Measured {
        let words = ["-c", measure, Sluice.tool.path] + arguments
        let command = Command(program: "python3", arguments: words, folder: scratch.folder, limit: 120)
        let outcome = try await command.run().succeeded()
        guard let match = outcome.output.firstMatch(of: /peak (\d+) (\d+)\n$/), let code = Int(match.1),
            let peak = Int(match.2)
        else { throw Unable("\(outcome)") }
        return Measured(code: code, peak: peak, outcome: outcome)
    }

    @Test(arguments: texts.keys.sorted(), ["validate", "variants", "download"])
    func hostilePlaylistIsRejectedWithinMemoryLimit(_ name: String, _ command: String) async throws {
        let text = try #require(Self.texts[name])
        try await Scratch.use { scratch in
            try await Self.refuse(text(), command, in: scratch)
        }
    }

    private static func refuse(_ text: String, _ command: String, in scratch: Scratch) async throws {
        let origin = try await LoggingOrigin(in: scratch)
        defer { origin.end() }
        try Data(text.utf8).write(to: origin.folder.appending(path: "index.m3u8"))
        var arguments = [command, "\(origin.base)/index.m3u8"]
        if command == "download" { arguments.append(scratch.file("out").path) }
        let idle = try await run(["stages"], in: scratch)
        let refused = try await run(arguments, in: scratch)
        let what = "\(refused.peak) KiB, idle \(idle.peak) KiB: \(refused.outcome)"
        #expect(refused.code == 1 || refused.code == 2, "\(what)")
        #expect(refused.peak - idle.peak < most, "\(what)")
        guard command == "validate" else { return }
        #expect(refused.outcome.errors.contains("MiB of memory"), "\(what)")
    }
}
