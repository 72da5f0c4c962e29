import PipelineFile
import StageKit

/// Loads a pipeline from texts; the first one is `main.yaml`.
func load(
    _ text: String, others: [String: String] = [:], settings: [String: String] = [:],
    environment: [String: String] = [:]
) -> PipelineFileResult {
    let files = others.merging(["main.yaml": text]) { $1 }
    return PipelineFile.load(
        path: "main.yaml", settings: settings, environment: environment, catalogue: testCatalogue
    ) { path, limit throws(Diagnostic) in
        guard let text = files[path] else { throw Diagnostic(code: "unreadable-file", message: "no file '\(path)'") }
        return Array(text.utf8)
    }
}

/// Returns a pipeline file with these lines.
func pipeline(_ lines: String...) -> String {
    "pipeline: test\n" + lines.map { $0 + "\n" }.joined()
}

extension PipelineFileResult {
    /// The codes of all diagnostics, in order.
    var codes: [String] { diagnostics.map(\.code) }
    /// The locations of all diagnostics.
    var places: [String] { diagnostics.map { $0.location.map { "\($0.line):\($0.column)+\($0.length)" } ?? "-" } }
}
