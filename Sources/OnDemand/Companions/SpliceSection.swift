import Media
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
        let isPrefixed = text.hasPrefix("0x") || text.hasPrefix("0X")
        guard isPrefixed, let values = [UInt8](hexadecimal: text.dropFirst(2)), values.count <= Self.maximumSize,
            values.first == Self.tableID
        else {
            throw OptionProblem(
                .wrongType, "the value is not a splice information section",
                expected: "0xFC and the other bytes as hexadecimal digits", at: node)
        }
        bytes = values
    }

    package var optionText: String {
        "0x" + bytes.hexadecimal(uppercase: true)
    }
}
