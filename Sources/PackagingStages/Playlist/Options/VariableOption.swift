import HLS
import Media
package import StageKit

/// A variable of the multivariant playlist: `EXT-X-DEFINE`.
package struct VariableOption: OptionMapping, Hashable {
    package var name: QuotableText?
    package var value: QuotableText?
    package var query: QuotableText?

    package init() {}
    package static var fields: [OptionField<VariableOption>] {
        [
            .option("name", \.name, "Name of the variable."),
            .option("value", \.value, "Value of the variable."),
            .option("query", \.query, "Parameter of the playlist's URL that provides the value, instead of both."),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        guard (query == nil) != (name == nil), (value == nil) == (name == nil) else {
            return ("a variable requires a name and a value, or a query", "one of these")
        }
        let isName = (name ?? query).map { $0.text.utf8.allSatisfy(Self.isNameCharacter) } ?? false
        return isName ? nil : ("'\((name ?? query)?.text ?? "")' is not a variable name", "letters, digits, - and _")
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }

    var definition: VariableDefinition? {
        if let query { return .queryParameter(name: query.text) }
        guard let name, let value else { return nil }
        return .value(name: name.text, value: value.text)
    }
}
