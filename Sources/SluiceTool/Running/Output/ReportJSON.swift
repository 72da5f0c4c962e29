import Foundation
import PipelineRuntime

/// Encodes a run's report as JSON.
enum ReportJSON {
    private struct Outcome: Encodable {
        var report: RunStatus
        private enum Key: CodingKey { case succeeded }

        func encode(to encoder: any Encoder) throws {
            try report.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(report.succeeded, forKey: .succeeded)
        }
    }

    /// Returns the report as JSON with sorted keys.
    static func text(_ report: RunStatus) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        guard let data = try? encoder.encode(Outcome(report: report)) else {
            preconditionFailure("reports are representable in JSON")
        }
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}
