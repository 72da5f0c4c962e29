import HLS

/// R5b: values of tags without attribute lists are well-formed.
package struct TagValuesAreWellFormed: PlaylistRule {
    package static let facts = RuleFacts(
        "R5b", "Tag values have the specified type", .must, clause: "RFC 8216bis 4.4", kinds: [.text],
        consequence: "players ignore the tag or reject the playlist")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for line in playlist.text.lines {
            if line.hadBlanks, line.attributes == nil {
                findings.add(playlist.place(line), expected: "no whitespace around the line", found: "whitespace")
            }
            if case .unknownTag(let name) = line.kind, PlaylistTag(name: name.uppercased()) != nil {
                findings.add(
                    playlist.place(line), expected: "#\(name.uppercased())", found: "#\(name), which is a comment")
            }
            guard let tag = line.tag, line.attributes == nil, let expected = Self.fault(tag, line.value) else {
                continue
            }
            findings.add(
                playlist.place(line), expected: expected, found: line.value.map { "'\($0.prefix(80))'" } ?? "no value")
        }
    }

    /// Returns the expected value of a tag whose value is invalid. R6 and R38 check target durations and dates.
    private static func fault(_ tag: PlaylistTag, _ value: String?) -> String? {
        let text = value ?? ""
        switch tag.value {
        case .none: return value == nil ? nil : "\(tag.name) without a value"
        case .integer: return PlaylistValue.integer(text) == nil ? "an integer" : nil
        case .word(let words): return words.contains(text) ? nil : words.joined(separator: " or ")
        case .segmentDuration:
            let number = text.unicodeScalars.prefix { $0 != "," }
            if PlaylistValue.seconds(String(number)) == nil { return "a duration in seconds, then a comma" }
            return text.unicodeScalars.contains(",") ? nil : "a comma after the duration"
        case .byteRange: return PlaylistValue.byteRange(text) == nil ? "a byte range such as 1000@2000" : nil
        case .targetDuration, .date, .attributes: return nil
        }
    }
}
