import Foundation
import PipelineRuntime

/// Writes a run's report for programs.
enum ReportJSON {
    private struct Outcome: Encodable {
        var report: RunReport
        private enum Key: CodingKey { case succeeded }

        func encode(to encoder: any Encoder) throws {
            try report.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(report.succeeded, forKey: .succeeded)
        }
    }

    /// The report as JSON, keys sorted.
    static func text(_ report: RunReport) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        guard let data = try? encoder.encode(Outcome(report: report)) else {
            preconditionFailure("a report has nothing that JSON cannot hold")
        }
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}
