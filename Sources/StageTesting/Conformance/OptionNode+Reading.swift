import StageKit

extension OptionNode {
    /// Parses a value like the pipeline file reader: lists in brackets, mappings in braces.
    init(reading text: String) {
        if let inside = Self.content(between: "[", and: "]", in: text) {
            self.init(.list(Self.parts(inside).map { OptionNode(reading: $0) }))
        } else if let inside = Self.content(between: "{", and: "}", in: text) {
            let entries = Self.parts(inside).compactMap { part -> Entry? in
                guard let colon = part.firstRange(of: ": ") else { return nil }
                return Entry(
                    key: String(part[..<colon.lowerBound]),
                    value: OptionNode(reading: String(part[colon.upperBound...])))
            }
            self.init(.mapping(entries))
        } else {
            self.init(text)
        }
    }

    private static func content(between opening: Character, and closing: Character, in text: String) -> Substring? {
        guard text.first == opening, text.last == closing, text.count > 1 else { return nil }
        return text.dropFirst().dropLast()
    }

    /// Splits at the commas outside brackets and braces.
    private static func parts(_ text: Substring) -> [String] {
        var (parts, current, depth) = ([String](), "", 0)
        for character in text {
            if "[{".contains(character) { depth += 1 }
            if "]}".contains(character) { depth -= 1 }
            if character == ",", depth == 0 {
                parts.append(current)
                current = ""
            } else {
                current.append(character)
            }
        }
        return (parts + [current]).map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
            .filter { !$0.isEmpty }
    }
}
