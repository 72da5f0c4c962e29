/// The files of the console: a page for browsers that displays a run. They load nothing from other hosts.
enum ConsolePage {
    /// A file of the page.
    struct File: Sendable {
        var contentType: String
        var text: String
    }

    /// The files by path. The page uses relative URLs.
    static let files = [
        "/": File(contentType: "text/html; charset=utf-8", text: markup),
        "/console.css": File(contentType: "text/css; charset=utf-8", text: style),
        "/console.js": File(contentType: "text/javascript; charset=utf-8", text: script),
        "/console.svg": File(contentType: "image/svg+xml", text: icon),
    ]

    /// The policy permits neither inline scripts nor inline styles. Frames are the players of origins, on other ports.
    static let contentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "frame-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    /// The script, a module.
    private static let script = [
        elementsScript, chartsScript, readingsScript, graphScript, panelsScript, jobsScript, serviceScript,
        actionsScript,
        updatesScript,
    ].joined(separator: "\n")

    private static let icon = #"""
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b6bcb"/><path d="M7 9h18M7 16h11M7 23h6" stroke="#fff" stroke-width="3" stroke-linecap="round"/><circle cx="24" cy="16" r="2.4" fill="#fff"/></svg>
        """#
}
