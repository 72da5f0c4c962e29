import HLS

/// R5b: tags without attributes have a value of the right form, or none where none belongs to them.
package struct TagValuesAreWellFormed: PlaylistRule {
    package static let facts = RuleFacts(
        "R5b", "The value of a tag has the form that belongs to it", .must, clause: "RFC 8216bis 4.4", kinds: [.text],
        consequence: "players ignore the tag or refuse the playlist")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for line in playlist.text.lines {
            if line.hadBlanks, line.attributes == nil {
                findings.add(playlist.place(line), expected: "no space or tab around the line", found: "one")
            }
            guard let tag = line.tag, line.attributes == nil, let expected = Self.fault(tag, line.value) else {
                continue
            }
            findings.add(
                playlist.place(line), expected: expected, found: line.value.map { "'\($0.prefix(80))'" } ?? "no value")
        }
    }

    /// What would be right where a value is wrong; the target duration and dates have rules of their own.
    private static func fault(_ tag: PlaylistTag, _ value: String?) -> String? {
        if tag.hasNoValue { return value == nil ? nil : "\(tag.name) without a value" }
        let value = value ?? ""
        switch tag {
        case .version, .mediaSequence, .discontinuitySequence, .bitRate:
            return PlaylistValue.integer(value) == nil ? "a whole number" : nil
        case .playlistType: return ["VOD", "EVENT"].contains(value) ? nil : "VOD or EVENT"
        case .segmentDuration:
            let number = value.unicodeScalars.prefix { $0 != "," }
            if PlaylistValue.seconds(String(number)) == nil { return "a duration in seconds, then a comma" }
            return value.unicodeScalars.contains(",") ? nil : "a comma after the duration"
        case .byteRange: return PlaylistValue.byteRange(value) == nil ? "a range such as 1000@2000" : nil
        default: return nil
        }
    }
}
