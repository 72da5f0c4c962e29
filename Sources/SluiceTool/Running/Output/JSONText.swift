import Foundation

/// Encodes values as JSON.
enum JSONText {
    /// Returns a value as JSON with sorted keys.
    static func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        guard let data = try? encoder.encode(value) else {
            preconditionFailure("all output values are representable in JSON")
        }
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}
