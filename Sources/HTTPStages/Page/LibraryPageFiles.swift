import HTTPServer
import Media

/// The page of a library, its script and its style. They load nothing from other hosts.
enum LibraryPageFiles {
    /// Returns the HTML of the page. The script requests the list.
    static func page(hasPlayer: Bool) -> HTTPResponse {
        let text = """
            <!doctype html><html lang="en"><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
            <title>Movies</title><link rel="stylesheet" href="/\(styleName)">
            <header><h1>Movies</h1><form id="find" role="search"><input id="search" type="search" maxlength="200"
            placeholder="Search" aria-label="Search by name"></form></header>
            <section id="player" hidden><div id="bar"><h2 id="title"></h2><button id="close" type="button">Close</button></div>
            <video id="video" controls playsinline></video><p id="state" role="status"></p></section>
            <p id="count" role="status">Loading the list…</p><main id="list"></main>
            <nav id="pages" hidden><button id="previous" type="button">Previous</button><span id="position"></span>
            <button id="next" type="button">Next</button></nav>
            <noscript><p>This page requires JavaScript.</p></noscript>
            <script type="module" src="/\(scriptName)"\(hasPlayer ? " data-player=\"/\(OriginPage.scriptName)\"" : "")></script>

            """
        return file(text, "text/html", [("Content-Security-Policy", policy)])
    }

    static var script: HTTPResponse { file(scriptText, "text/javascript") }
    static var style: HTTPResponse { file(styleText, "text/css") }

    static let scriptName = "library.js"
    static let styleName = "library.css"
    static let listName = "library.json"
    static let posterName = "poster.jpg"

    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' data:; media-src 'self' blob:; "
        + "worker-src blob:; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    private static func file(
        _ text: String, _ type: String, _ fields: [(name: String, value: String)] = []
    ) -> HTTPResponse {
        HTTPResponse(
            200,
            [
                ("Content-Type", type + "; charset=utf-8"), ("Cache-Control", "no-cache"),
                ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
            ] + fields, body: [ByteSlice(copying: Array(text.utf8))])
    }
}
