import HLS
package import PackagingStages
package import StageKit

/// An attribute of a cue that players or their applications interpret.
package struct CueAttribute: OptionMapping, Hashable {
    package var name: String?
    package var value: QuotableText?
    package var number: String?

    package init() {}
    package static var fields: [OptionField<CueAttribute>] {
        [
            .option(
                "name", \.name, "Name of X- and capital letters, digits and hyphens, such as X-ASSET-URI; required."),
            .option("value", \.value, "Text."),
            .option("number", \.number, "Decimal number, instead of value."),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        let letters = UInt8(ascii: "A")...UInt8(ascii: "Z"), digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let name, name.hasPrefix("X-"), (3...100).contains(name.utf8.count),
            name.utf8.allSatisfy({ letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-") })
        else { return ("name is missing or invalid", "a name such as X-ASSET-URI") }
        if (value == nil) == (number == nil) { return ("either value or number is required, not both", "one of them") }
        if let number, DecimalNumber(number) == nil { return ("'\(number)' is not a decimal number", "number: 12.5") }
        return nil
    }

    /// The attribute of the tag; nil for options with a contradiction.
    var attribute: DateRange.ClientAttribute? {
        guard let name else { return nil }
        if let value { return DateRange.ClientAttribute(name: name, value: .string(value.text)) }
        return number.flatMap { DecimalNumber($0) }.map { DateRange.ClientAttribute(name: name, value: .number($0)) }
    }
}
