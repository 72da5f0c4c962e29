import Foundation
import Testing

/// The text of the console's panels.
struct ConsoleSample: Decodable {
    struct Watched: Decodable {
        /// Null until the page has elements.
        var samples: [ConsoleSample?]
        var requests: [String]
        var errors: [String]
    }

    var title: String
    var pipeline: String
    var phase: String
    var alerts: [String]
    /// The values of the tiles by name.
    var tiles: [String: String]
    var sources: String
    var push: String
    var disk: String
    var viewers: String
    /// The texts of the dialogs that the script of the test has opened, by action, and of the displayed one.
    var dialogs: [String: String]
    /// The selectable pipelines.
    var pipelines: [String]
    var log: String
    /// The number of boxes in the graph.
    var stages: Int
    var renditions: [[String]]

    /// Declarations for conditions.
    static let lookups = """
        const text = (id) => document.getElementById(id).textContent;
        const tile = (name) => [...document.querySelectorAll('.tile')].find((one) => one.children[0].textContent === name)?.children[1].textContent ?? '';
        """
    static let expression = """
        (() => { \(lookups) const rows = (list) => [...document.querySelectorAll(list)];
        return {dialogs: {...window.dialogs, ...document.getElementById('dialog').open && {displayed: text('dialog')}}, pipelines: rows('#select option').map((one) => one.textContent), title: document.title, pipeline: text('pipeline'), phase: text('phase'), alerts: rows('#alerts .alert').map((one) => one.textContent),
          tiles: Object.fromEntries(rows('.tile').map((one) => [one.children[0].textContent, one.children[1].textContent])),
          sources: text('sources'), push: text('push'), disk: text('disk'), viewers: text('viewers'), log: text('log'),
          stages: rows('#graph .node').length, renditions: rows('#renditions tbody tr').map((row) => [...row.children].map((cell) => cell.textContent))};
        })()
        """

    /// Opens the console in Chromium until a JavaScript condition is true; returns the last sample, and whether the
    /// condition became true within the limit.
    ///
    /// The condition must be true twice, so that the sample between is of the awaited state.
    ///
    /// - Parameter script: Statements of an asynchronous function that operates the page.
    static func read(
        _ address: String, until condition: String, script: String = "", within limit: Double = 60, in scratch: Scratch
    ) async throws -> (ConsoleSample, Bool) {
        let file = try scratch.write("operate.js", "(async () => { \(operations) \(script) })();\n")
        let outcome = try await scratch.run(
            Sluice.package.appending(path: "Scripts/watch-page").path,
            [
                address, "--read", expression, "--script", file.path, "--every", "0.5", "--limit", "\(limit)",
                "--until",
                "(() => { \(lookups) const was = window.isShown; window.isShown = \(condition); return was && window.isShown; })()",
            ], limit: limit + 90)
        guard outcome.code < 2 else { throw Unable("the page cannot be observed: \(outcome)") }
        let watched = try JSONDecoder().decode(Watched.self, from: Data(outcome.output.utf8))
        #expect(watched.errors.isEmpty, "\(watched.errors)")
        // Everything is from the listener itself.
        #expect(watched.requests.allSatisfy { $0.hasPrefix(address) || $0 == "about:blank" }, "\(watched.requests)")
        return (try #require(watched.samples.last ?? nil), outcome.code == 0)
    }

    /// Functions for scripts: waiting for a condition, and pressing a button whose dialog is then recorded.
    private static let operations = """
        window.dialogs = {};
        const one = (id) => document.getElementById(id);
        const until = async (isTrue) => { while (!isTrue()) await new Promise((done) => setTimeout(done, 100)); };
        const press = async (button, name, title) => {
          await until(() => one(button) && !one(button).disabled);
          one(button).click();
          await until(() => one('dialog').open && title.test(one('dialog-title').textContent));
          window.dialogs[name] = one('dialog').textContent;
        };
        """
}
