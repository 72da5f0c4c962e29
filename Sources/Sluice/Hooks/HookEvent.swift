import Foundation
import Media
import PipelineRuntime

/// An event as hooks send it: the JSON form of CloudEvents 1.0.
package struct HookEvent: Sendable {
    /// A value in the data of an event.
    package enum Value: Sendable, Hashable, Encodable {
        case text(String)
        case number(Double)
        case integer(Int)
        case texts([String])

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            case .integer(let integer): try container.encode(integer)
            case .texts(let texts): try container.encode(texts)
            }
        }
    }

    private struct Envelope: Encodable {
        let specversion = "1.0"
        let datacontenttype = "application/json"
        var id: String
        var source: String
        var type: String
        var time: String
        var data: [String: Value]
    }

    /// The maximum number of characters of a text in the data.
    private static let maximumTextLength = 2000

    let kind: HookEventKind
    /// Unique among all runs, and the same in all repetitions of a call.
    let id: String
    private let json: Data

    /// Creates an event. `number` counts the events of the run.
    init(
        _ kind: HookEventKind, run: String, number: Int, pipeline: String, at date: WallTime, data: [String: Value]
    ) {
        self.kind = kind
        id = "\(run)-\(number)"
        let envelope = Envelope(
            id: id, source: "sluice/pipelines/\(pipeline)", type: kind.rawValue, time: Self.text(date),
            data: data.mapValues(Self.shortened))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        guard let json = try? encoder.encode(envelope) else { preconditionFailure("events are representable in JSON") }
        self.json = json
    }

    /// The event as UTF-8 text in one line.
    var body: [UInt8] { Array(json) }

    /// A date in the form of RFC 3339, in milliseconds.
    static func text(_ date: WallTime) -> String {
        Date(timeIntervalSince1970: Double(date.milliseconds) / 1000)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    private static func shortened(_ value: Value) -> Value {
        guard case .text(let text) = value, text.count > maximumTextLength else { return value }
        return .text(text.prefix(maximumTextLength) + "…")
    }
}
