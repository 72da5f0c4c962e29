import Foundation

/// Encodes values as JSON.
enum EncodedJSON {
    /// Returns a value as JSON with sorted keys, on one line unless `isPretty`.
    static func bytes(_ value: some Encodable, isPretty: Bool = false) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        guard let data = try? encoder.encode(value) else {
            preconditionFailure("all output values are representable in JSON")
        }
        return Array(data)
    }
}
