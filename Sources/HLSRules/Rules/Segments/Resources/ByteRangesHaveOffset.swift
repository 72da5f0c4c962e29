import HLS

/// R27: the start of every byte range is known.
package struct ByteRangesHaveOffset: PlaylistRule {
    package static let facts = RuleFacts(
        "R27", "A byte range without an offset follows a byte range of the same resource", .must,
        clause: "RFC 8216bis 4.4.4.2, 4.4.4.9", kinds: [.text], consequence: "players reject the playlist")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        for segment in text.segments {
            validateParts(segment.parts, playlist, &findings)
            let ranges = text.lines[segment.lines].filter { $0.tag == .byteRange }
            if ranges.count > 1 {
                findings.add(
                    playlist.place(ranges[1]), expected: "one EXT-X-BYTERANGE before a URI", found: "a second one")
            }
            // R5b reports byte ranges that cannot be parsed.
            guard segment.byteRange == nil, let line = ranges.last, line.value.flatMap(PlaylistValue.byteRange) != nil
            else { continue }
            var place = playlist.place(segment)
            place.line = line.number
            findings.add(place, expected: "an offset, or a preceding range of \(segment.uri)", found: "neither")
        }
        validateParts(text.upcomingParts, playlist, &findings)
    }

    private func validateParts(
        _ parts: [ScannedPart], _ playlist: CheckedPlaylist, _ findings: inout RuleFindings
    ) {
        for part in parts where part.byteRange == nil {
            let line = playlist.text.lines[part.line]
            guard let range = line.attributes?.text("BYTERANGE") else { continue }
            findings.add(
                playlist.place(line), expected: "an offset, or a preceding part of the same resource",
                found: "'\(range.prefix(60))'")
        }
    }
}
