import Foundation
import Testing

/// Replacements of a service while a viewer plays: the service manager keeps its listening sockets.
@Suite struct ServiceUpgradeTests {
    private struct Record: Decodable {
        var codes: [Int]
        /// Refused and broken connections, other statuses than 200, and numbers that list another segment than before.
        var failures: [String]
        var statuses: Int
        /// The longest time of a request, in seconds.
        var longest: Double
        var target: Double
        var numbers: [Int]
        var files: [String]
        /// The names of the kept sockets.
        var kept: [String]
        var messages: [String]
    }

    @Test func stoppedAndKilledServiceIsReplacedWithoutARefusedConnection() async throws {
        try await Scratch.use { scratch in
            let service = try ServiceRun(scratch)
            try service.write("live", folder: scratch.file("out").path, targetDuration: "6s")
            try service.write("other", targetDuration: "6s")
            try service.writeFailing("broken")
            let outcome = try await scratch.run(
                "python3",
                [
                    Sluice.script("upgrade-service.py").path, service.url("live/video/playlist.m3u8"),
                    Sluice.tool.path, "serve", "channels",
                ], limit: 300
            ).succeeded()
            let record = try JSONDecoder().decode(Record.self, from: Data(outcome.output.utf8))
            #expect(record.failures.isEmpty && record.statuses > 20, "\(record)\n\(outcome.errors)")
            // A viewer waits at most one target duration.
            #expect(record.longest <= record.target, "\(record)\n\(outcome.errors)")
            #expect(record.codes == [0, -9, 0], "\(record)\n\(outcome.errors)")
            // Numbers continue, and no name is used twice.
            #expect(Set(record.files).count == record.files.count, "\(record)")
            let first = try #require(record.numbers.first)
            #expect(record.numbers == Array(first..<(first + record.numbers.count)), "\(record)")
            #expect(record.kept == ["sluice-127.0.0.1-\(service.port)"], "\(record)")
            // The socket was passed once; the later processes inherited it.
            #expect(record.messages.count { $0.hasPrefix("FDSTORE=1") } == 1, "\(record)")
        }
    }
}
