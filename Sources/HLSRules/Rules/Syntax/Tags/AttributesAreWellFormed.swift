import HLS

/// R5: attribute lists are well-formed, and values have the type of their attribute.
package struct AttributesAreWellFormed: PlaylistRule {
    package static let facts = RuleFacts(
        "R5", "Attributes are unique, have values of the specified type and no whitespace around them",
        .must, clause: "RFC 8216bis 4.2", kinds: [.text], consequence: "players ignore the attribute or the tag")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for line in playlist.text.lines {
            guard let tag = line.tag, let attributes = line.attributes else { continue }
            if line.hadBlanks {
                findings.add(
                    playlist.place(line), expected: "NAME=value,NAME=value", found: "whitespace around the line")
            }
            for fault in attributes.faults {
                findings.add(playlist.place(line), expected: "NAME=value,NAME=value", found: Self.text(fault))
            }
            let malformed = attributes.faults.contains { if case .malformed = $0 { true } else { false } }
            let described = tag.attributes
            for attribute in attributes.all where !malformed {
                // Players ignore unknown attributes.
                guard let form = described.first(where: { $0.describes(attribute.name) })?.form, !form.fits(attribute)
                else { continue }
                findings.add(
                    playlist.place(line), expected: "\(attribute.name) as \(form)",
                    found: attribute.isQuoted ? "\"\(attribute.value.prefix(80))\"" : "\(attribute.value.prefix(80))")
            }
        }
    }

    private static func text(_ fault: ScannedAttributes.Fault) -> String {
        switch fault {
        case .space(let name): "whitespace next to \(name)"
        case .duplicate(let name): "a duplicate \(name)"
        case .malformed(let text): text.isEmpty ? "an empty attribute" : "'\(text)'"
        case .unclosed(let name): "\(name) without a closing quote"
        }
    }
}
