import HLS

/// R27: it is known where a byte range begins.
package struct ByteRangesHaveOffset: PlaylistRule {
    package static let facts = RuleFacts(
        "R27", "A byte range without an offset follows a range of the same resource", .must,
        clause: "RFC 8216bis 4.4.4.2, 4.4.4.9", kinds: [.text], consequence: "players refuse the playlist")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        for segment in text.segments {
            validateParts(segment.parts, playlist, &findings)
            let ranges = text.lines[segment.lines].filter { $0.tag == .byteRange }
            if ranges.count > 1 {
                findings.add(
                    playlist.place(ranges[1]), expected: "one EXT-X-BYTERANGE before a URI", found: "another one")
            }
            // A range that cannot be read is another rule's.
            guard segment.byteRange == nil, let line = ranges.last, line.value.flatMap(PlaylistValue.byteRange) != nil
            else { continue }
            var place = playlist.place(segment)
            place.line = line.number
            findings.add(place, expected: "an offset, or a range of \(segment.uri) before it", found: "neither")
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
                playlist.place(line), expected: "an offset, or a range of the part before it",
                found: "'\(range.prefix(60))'")
        }
    }
}
