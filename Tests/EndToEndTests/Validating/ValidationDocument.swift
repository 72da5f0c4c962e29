import Foundation

/// The report of `sluice validate`.
struct ValidationDocument {
    /// The complete JSON text.
    let text: String
    /// The violated rules, once per finding.
    let must: [String]
    let should: [String]
    let unchecked: [String]

    /// Validates a file, a folder or a URL.
    init(_ url: URL, profile: String = "apple", options: [String] = [], in scratch: Scratch) async throws {
        let subject = url.isFileURL ? url.path : url.absoluteString
        let outcome = try await scratch.command(["validate", "--json", "--profile", profile, subject] + options).run()
        guard let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any],
            let findings = object["findings"] as? [[String: Any]], let unchecked = object["unchecked"] as? [String]
        else { throw Unable("this is not a report: \(outcome)") }
        func rules(_ level: String) -> [String] {
            findings.filter { $0["level"] as? String == level }.compactMap { $0["rule"] as? String }
        }
        text = outcome.output
        must = rules("must")
        should = rules("should")
        self.unchecked = unchecked
    }
}
