import HLSRules
import HLSValidator
import PipelineRuntime
import Sluice

/// The validation of a running pipeline's output.
struct OutputValidation: Sendable {
    /// The maximum number of segments per playlist to examine, newest ones included.
    static let segmentLimit = 20

    /// The folder or URL that is validated.
    let subject: String

    /// Selects a folder of the pipeline's output, or an origin; nil if there is neither.
    init?(of graph: PipelineGraph, _ status: RunStatus) {
        let folder = graph.stages.first { $0.description.kind == "file.folder" }?.optionTexts["path"]
        guard let subject = folder ?? Self.origin(of: graph, status) else { return nil }
        self.subject = subject
    }

    private static func origin(of graph: PipelineGraph, _ status: RunStatus) -> String? {
        for stage in graph.stages {
            // The certificate of a local origin is rarely valid for its IP address.
            guard let page = OriginPageAddress(stage), page.scheme == "http",
                let port = status.stages.first(where: { $0.name == stage.name })?.measures?["port"]
            else { continue }
            let playlists = graph.stages.first { stage.inputs.contains($0.name) }
            let path = playlists?.optionTexts["multivariant"] ?? "index.m3u8"
            let host = ["0.0.0.0": "127.0.0.1", "::": "[::1]"][page.host] ?? page.host
            return "http://\(host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host):\(Int(port))"
                + "/\(page.name)/\(path)"
        }
        return nil
    }

    /// Validates the output. Throws if nothing of it can be validated.
    func report() async throws -> ReportDocument {
        var validation = ValidationRun(subject: subject, profile: .apple)
        validation.segmentLimit = Self.segmentLimit
        return ReportDocument(try await validation.report())
    }
}
