package import StageKit

/// A splice information section in hexadecimal notation (SCTE 35).
package struct SpliceSection: OptionValue, Hashable {
    package let bytes: [UInt8]
    package static var valueForm: String { "hexadecimal bytes (0xFC30…)" }

    /// The longest section: 12 bits of length, and 3 bytes before it.
    private static let maximumSize = 4098
    private static let tableID: UInt8 = 0xfc

    package init(option node: OptionNode) throws(OptionProblem) {
        let text = try String(option: node)
        let digits = text.hasPrefix("0x") || text.hasPrefix("0X") ? Array(text.utf8.dropFirst(2)) : []
        let values = stride(from: 0, to: digits.count - digits.count % 2, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
        guard digits.count % 2 == 0, values.count == digits.count / 2, values.count <= Self.maximumSize,
            values.first == Self.tableID
        else {
            throw OptionProblem(
                .wrongType, "the value is not a splice information section",
                expected: "0xFC and the other bytes as hexadecimal digits", at: node)
        }
        bytes = values
    }

    package var optionText: String {
        let digits = Array("0123456789ABCDEF")
        return "0x" + String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
