import Foundation
import Testing

/// The page of `sluice validate --html` in a browser.
struct ReportPageTests {
    /// Writes a presentation with names that contain markup, and with a segment that is too long.
    private static func put(into scratch: Scratch) throws {
        _ = try scratch.write(
            "index.m3u8",
            """
            #EXTM3U
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-STREAM-INF:BANDWIDTH=1000000,AVERAGE-BANDWIDTH=900000,CODECS="avc1.64001f<script>alert(1)</script>",\
            RESOLUTION=1280x720,FRAME-RATE=30.000
            media&amp.m3u8

            """)
        let segments = (0..<12).map { index in
            "#EXTINF:\(index == 5 ? "9.0" : "6.0"),\n#EXT-X-BYTERANGE:\(400_000 + 20_000 * index)@\(index * 700_000)\nall.mp4\n"
        }
        _ = try scratch.write(
            "media&amp.m3u8",
            "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-MAP:URI=\"init.mp4\"\n"
                + segments.joined() + "#EXT-X-ENDLIST\n")
    }

    @Test func reportPageContainsNoScript() async throws {
        try await Scratch.use { scratch in
            try Self.put(into: scratch)
            let outcome = try await scratch.sluice(
                "validate", scratch.file("index.m3u8").path, "--segments", "0", "--html", "report.html")
            #expect(outcome.code == 1)
            let page = try String(contentsOf: scratch.file("report.html"), encoding: .utf8)
            for foreign in ["<script", "http://", "https://", "url(", "@import"] {
                #expect(!page.contains(foreign), "\(foreign)")
            }
            #expect(page.contains("avc1.64001f&lt;script&gt;"))
            // Two bars per segment, for bit rate and duration; the long one is highlighted in both charts.
            #expect(page.ranges(of: "<rect ").count == 24)
            #expect(page.ranges(of: #"class="bad""#).count == 2)
        }
    }

    @Test(.enabled(if: Browser.isAvailable)) func browserShowsTheCompleteReport() async throws {
        try await Scratch.use { scratch in
            try Self.put(into: scratch)
            _ = try await scratch.sluice(
                "validate", scratch.file("index.m3u8").path, "--html", "report.html")
            let outcome = try await scratch.run(
                "chromium",
                [
                    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                    "--user-data-dir=\(scratch.file("profile").path)", "--dump-dom",
                    scratch.file("report.html").absoluteString,
                ], limit: 90
            ).succeeded()
            // The browser's serialized tree: markup it could not parse would be placed elsewhere.
            #expect(outcome.output.ranges(of: "</rect>").count == 24)
            #expect(outcome.output.contains("<figcaption>media&amp;amp.m3u8 (variant), 12 segments</figcaption>"))
            #expect(outcome.output.contains("exceeds EXT-X-TARGETDURATION"))
            #expect(outcome.output.contains("</article>"))
        }
    }
}
