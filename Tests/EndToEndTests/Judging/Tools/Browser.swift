import Foundation

/// Headless Chromium, if installed by `Scripts/setup --browser`.
enum Browser {
    static let isAvailable = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/chromium")
    }

    /// The page's result after playing a playlist to its end.
    struct Page: Decodable {
        var what: String
        var seconds: String
        var width: String
    }

    /// Plays a playlist in a folder; throws when playback does not reach its end.
    static func play(_ playlist: URL, in scratch: Scratch) async throws -> Page {
        let outcome = try await scratch.run(
            "python3",
            [Sluice.script("play-in-browser.py").path, playlist.deletingLastPathComponent().path]
                + [playlist.lastPathComponent, "80"], limit: 90
        ).succeeded()
        return try JSONDecoder().decode(Page.self, from: Data(outcome.output.utf8))
    }

    /// The path of an hls.js build, if `Scripts/fetch-hls-js` has fetched one.
    static let player: String? = {
        let process = Process()
        process.executableURL = Sluice.package.appending(path: "Scripts/fetch-hls-js")
        process.arguments = ["--find"]
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
        guard (try? process.run()) != nil else { return nil }
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0
            ? String(decoding: output, as: UTF8.self).split(separator: "\n").first.map(String.init) : nil
    }()

    /// Observations of a page during playback.
    struct Watched: Decodable {
        struct Sample: Decodable {
            /// The figures that the page displays.
            var figures: [String: String]
            /// The segment durations in the page's chart, in seconds.
            var bars: [Double]
            var state: String
            /// The played duration in seconds.
            var played: Double
        }

        var samples: [Sample]
        var requests: [String]
        var failures: [String]
        var errors: [String]
        /// Whether it played for the requested duration.
        var isWhole = true

        private enum CodingKeys: CodingKey { case samples, requests, failures, errors }
    }

    /// Observes the page of an origin until it has played for this number of seconds.
    static func watch(_ urlText: String, for seconds: Double, in scratch: Scratch) async throws -> Watched {
        let played =
            "[...Array(video.played.length).keys()].reduce((sum, i) => sum + video.played.end(i) - video.played.start(i), 0)"
        let read = """
            (() => {
              const video = document.getElementById('video');
              const rows = [...document.querySelectorAll('#figures tr')].map((row) => [...row.children].map((cell) => cell.textContent));
              const bars = [...document.querySelectorAll('#chart title')].map((title) => parseFloat(title.textContent));
              const played = \(played);
              return {figures: Object.fromEntries(rows), bars, state: document.getElementById('state').textContent, played};
            })()
            """
        let until = "(() => { const video = document.getElementById('video'); return \(played) >= \(seconds); })()"
        let limit = seconds * 2 + 60
        // On a busy machine playback is slow.
        let outcome = try await scratch.run(
            Sluice.package.appending(path: "Scripts/watch-page").path,
            [urlText, "--read", read, "--until", until, "--limit", "\(limit)"], limit: limit + 60)
        guard outcome.code < 2 else { throw Unable("the page cannot be observed: \(outcome)") }
        var page = try JSONDecoder().decode(Watched.self, from: Data(outcome.output.utf8))
        page.isWhole = outcome.code == 0
        return page
    }
}
