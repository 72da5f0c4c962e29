import HLS

/// R90: renditions can be selected by language.
package struct RenditionsHaveLanguages: PlaylistRule {
    package static let facts = RuleFacts(
        "R90", "Every EXT-X-MEDIA except TYPE=VIDEO has LANGUAGE, with a language of RFC 5646", .appleMust,
        clause: "Apple 8.10; RFC 8216bis 4.4.6.1", kinds: [.text],
        consequence: "players cannot select the rendition by the user's preferred language")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for line in playlist.text.lines(.media) {
            guard let attributes = line.attributes, attributes.text("TYPE") != "VIDEO" else { continue }
            if let language = attributes.text("LANGUAGE") {
                // All languages have two or three letters; longer ones are reserved. i and x are private.
                let primary = language.split(separator: "-").first ?? ""
                guard primary.count > 3 || !primary.allSatisfy({ $0.isASCII && $0.isLetter }) else { continue }
                findings.add(
                    playlist.place(line), expected: "a language of RFC 5646, such as en or pt-BR", found: language)
            } else {
                findings.add(playlist.place(line), expected: "LANGUAGE", found: "none")
            }
        }
    }
}
