import Foundation

/// Headless Chromium, where it is installed: `Scripts/setup --browser`.
enum Browser {
    static let isThere = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/chromium")
    }

    /// What the page saw when it had played a playlist to its end.
    struct Page: Decodable {
        var what: String
        var seconds: String
        var width: String
    }

    /// Plays a playlist of a folder; an error where it does not come to its end.
    static func play(_ playlist: URL, in scratch: Scratch) async throws -> Page {
        let outcome = try await scratch.run(
            "python3",
            [Sluice.script("play-in-browser.py").path, playlist.deletingLastPathComponent().path]
                + [playlist.lastPathComponent, "80"], limit: 90
        ).succeeded()
        return try JSONDecoder().decode(Page.self, from: Data(outcome.output.utf8))
    }
}
