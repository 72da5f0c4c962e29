import Foundation

/// Headless Chromium, if installed by `Scripts/setup --browser`.
enum Browser {
    static let isAvailable = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/chromium")
    }

    /// Media and how they are played: a playlist by the browser or by hls.js, or segments with keys by Media Source
    /// Extensions.
    struct Example: Encodable {
        struct Track: Encodable {
            var type: String
            /// The paths of initialization segments and segments in their order.
            var files: [String]
        }

        var name: String
        var playlist: String?
        /// Whether hls.js plays the playlist.
        var hls: Bool?
        var tracks: [Track]?
        /// The keys of the player by KID, both in hexadecimal digits.
        var keys: [String: String]?
    }

    /// The page's result after playing an example.
    struct Page: Decodable {
        var name: String
        var what: String
        var seconds: Double
        var width: Int
        var frames: Int
        /// The key identifiers that the player requested.
        var kids: [String]
    }

    /// Plays examples, whose paths are relative to a folder. Each may take `seconds`.
    static func play(_ examples: [Example], of folder: URL, seconds: Int, in scratch: Scratch) async throws -> [Page] {
        let text = String(decoding: try JSONEncoder().encode(examples), as: UTF8.self)
        let cases = try scratch.write("cases-\(UUID().uuidString).json", text)
        let outcome = try await scratch.run(
            "python3",
            [Sluice.script("play-in-browser.py").path, folder.path, cases.path, "\(seconds)"]
                + [player].compactMap(\.self), limit: Double(seconds * examples.count + 30)
        ).succeeded()
        return try JSONDecoder().decode([Page].self, from: Data(outcome.output.utf8))
    }

    /// Plays a playlist in a folder to its end.
    static func play(_ playlist: URL, in scratch: Scratch) async throws -> Page {
        let example = Example(name: playlist.path, playlist: playlist.lastPathComponent)
        let pages = try await play([example], of: playlist.deletingLastPathComponent(), seconds: 80, in: scratch)
        guard let page = pages.first else { throw Unable("the browser has no result") }
        return page
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
