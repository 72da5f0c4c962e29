import Foundation
import Testing

/// A download whose process is killed repeatedly. `SLUICE_KILLS` sets the number of kills; 4 by default.
@Suite(.timeLimit(.minutes(10))) struct DownloadKillTests {
    private static let kills = ProcessInfo.processInfo.environment["SLUICE_KILLS"].flatMap { Int($0) } ?? 4

    @Test func killedDownloadResumesWithoutFetchingTwice() async throws {
        try await Scratch.use { scratch in
            let origin = try await LoggingOrigin(in: scratch, rate: 100_000)
            defer { origin.end() }
            let count = Self.kills * 4 + 16
            try write(count, to: origin.folder)
            let address = "\(origin.base)/index.m3u8"
            let output = scratch.file("killed")
            var finished: Set<String> = []
            // The number of requests for each segment when it was finished: an interrupted segment is requested again.
            var asked: [String: Int] = [:]
            var hasBeenCutOff = 0
            for kill in 1...Self.kills {
                let before = finished.count
                let run = try scratch.command(["download", address, output.path, "--quiet", "--connections", "2"])
                    .start()
                // At a different moment each time, and always after more segments have finished.
                _ = try await eventually(within: 60) {
                    !run.isRunning || Self.finished(in: output).count >= before + 1 + kill % 3
                }
                if run.isRunning { hasBeenCutOff += 1 }
                run.end()
                let requested = origin.requests
                for name in finished {
                    #expect(requested[name] == asked[name], "\(name) was fetched again after it was finished")
                }
                for name in Self.finished(in: output).subtracting(finished) { asked[name] = requested[name] }
                finished = Self.finished(in: output)
            }
            #expect(hasBeenCutOff == Self.kills)
            _ = try await scratch.sluice("download", address, output.path, limit: 120).succeeded()
            for name in finished { #expect(origin.requests[name] == asked[name]) }

            let whole = scratch.file("whole")
            _ = try await scratch.sluice("download", address, whole.path, limit: 120).succeeded()
            #expect(try contents(of: output) == contents(of: whole))
            #expect(try contents(of: output).count == count + 1)
        }
    }

    /// Writes a playlist with segments of random bytes, one second each.
    private func write(_ count: Int, to folder: URL) throws {
        var playlist = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n"
        var generator = SystemRandomNumberGenerator()
        for index in 0..<count {
            let bytes = (0..<40_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
            try Data(bytes).write(to: folder.appending(path: "\(index).ts"))
            playlist += "#EXTINF:1.0,\n\(index).ts\n"
        }
        try Data((playlist + "#EXT-X-ENDLIST\n").utf8).write(to: folder.appending(path: "index.m3u8"))
    }

    /// Returns the server paths that the journal lists as finished.
    private static func finished(in folder: URL) -> Set<String> {
        let journal = folder.appending(path: ".sluice-download/journal")
        let text = (try? String(contentsOf: journal, encoding: .utf8)) ?? ""
        let names = text.split(separator: "\n").compactMap { line -> String? in
            guard let match = line.firstMatch(of: #/ finished .* media/0*(\d+)\.ts/#) else { return nil }
            return "/\(match.1).ts"
        }
        return Set(names)
    }
}
