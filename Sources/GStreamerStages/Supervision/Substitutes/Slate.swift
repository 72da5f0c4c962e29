import Media
package import StageKit

/// The video content that replaces a lost source.
package enum Slate: OptionValue, Hashable {
    case colour(red: UInt8, green: UInt8, blue: UInt8)
    case image(path: String)

    static let black = Slate.colour(red: 0, green: 0, blue: 0)

    package static var valueForm: String { "colour or path" }

    package init(option node: OptionNode) throws(OptionProblem) {
        let text = try String(option: node)
        guard text != "black" else {
            self = .black
            return
        }
        guard text.first == "#" else {
            guard !text.isEmpty else {
                throw OptionProblem(.wrongType, "the slate is empty", expected: Self.valueForm, at: node)
            }
            self = .image(path: text)
            return
        }
        guard text.utf8.count == 7, let value = UInt32(text.dropFirst(), radix: 16) else {
            throw OptionProblem(
                .wrongType, "'\(text)' is not a colour", expected: "six hexadecimal digits, such as #102030", at: node)
        }
        self = .colour(
            red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }

    package var optionText: String {
        switch self {
        case .black: "black"
        case .colour(let red, let green, let blue):
            "#"
                + [red, green, blue].map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        case .image(let path): path
        }
    }
}
