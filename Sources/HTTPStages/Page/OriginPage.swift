import HTTPServer
import Media

/// The HTML pages of an origin. They load nothing from other hosts.
enum OriginPage {
    /// Returns the page that lists all presentations.
    static func list(_ names: [String]) -> HTTPResponse {
        let items = names.sorted().map { "<li><a href=\"\(escaped($0.percentEncoded()))/\">\(escaped($0))</a></li>" }
        let list = items.isEmpty ? "<p>No presentations.</p>" : "<ul>\(items.joined())</ul>"
        return page("sluice", "<h1>Presentations</h1>\(list)")
    }

    /// Returns the player page of a presentation.
    ///
    /// - Parameters:
    ///   - entry: The path of the playlist to play; nil until one is published.
    ///   - deliversKeys: Whether the origin issues ClearKey licences for the presentation.
    static func player(_ name: String, entry: String?, hasScript: Bool, deliversKeys: Bool) -> HTTPResponse {
        let path = (entry ?? "").split(separator: "/").map { $0.percentEncoded() }.joined(separator: "/")
        let script = hasScript ? " data-script=\"/\(scriptName)\"" : ""
        let licence = deliversKeys ? " data-licence=\"\(KeyPath.licence)\"" : ""
        return page(
            name,
            """
            <h1>\(escaped(name))</h1>
            <video id="video" controls muted playsinline data-playlist="\(escaped(path))"\(script)\(licence)></video>
            <table id="figures"></table><svg id="chart" role="img" aria-label="Durations of the latest segments"></svg>
            <p id="stream" role="status"></p>
            <p id="state">\(entry == nil ? "No playlist has been published yet." : "")</p>
            <script>\(OriginPage.playerScript)</script>
            """)
    }

    /// The path of the hls.js build on the server.
    static let scriptName = "hls.js"

    /// Returns the response that contains the hls.js build.
    static func script(_ bytes: ByteSlice) -> HTTPResponse {
        HTTPResponse(
            200, [("Content-Type", "text/javascript; charset=utf-8"), ("Cache-Control", "max-age=3600")], body: [bytes])
    }

    // The policy permits data: URLs because a build of hls.js that exports only a factory is examined with an empty one.
    private static func page(_ title: String, _ body: String) -> HTTPResponse {
        let text = """
            <!doctype html><html lang="en"><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
            <title>\(escaped(title))</title><style>\(style)</style>
            \(body)

            """
        return HTTPResponse(
            200,
            [
                ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
                ("X-Content-Type-Options", "nosniff"),
                (
                    "Content-Security-Policy",
                    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; "
                        + "connect-src 'self' data:; media-src 'self' blob:; worker-src blob:; img-src data:; base-uri 'none'"
                ),
            ], body: [ByteSlice(copying: Array(text.utf8))])
    }

    /// Returns the text with HTML's special characters escaped.
    static func escaped(_ text: String) -> String { text.escapedMarkup() }

    private static let style = """
        :root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
        body{max-width:60rem;margin:0 auto;padding:1rem}h1{font-size:1.25rem;font-weight:600}
        video{width:100%;aspect-ratio:16/9;background:#000}
        table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
        th{text-align:left;font-weight:400;opacity:.7;padding-right:1rem;width:12rem}
        svg{width:100%;height:6rem;margin-top:1rem}rect{fill:#2a7}
        """
}
