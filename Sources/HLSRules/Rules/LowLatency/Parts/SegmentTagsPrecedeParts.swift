import HLS

/// R56: tags of a segment also apply to its first part.
package struct SegmentTagsPrecedeParts: PlaylistRule {
    package static let facts = RuleFacts(
        "R56", "Discontinuity, key, map and date tags of a segment precede its first EXT-X-PART", .must,
        clause: "RFC 8216bis 4.4.4.9", kinds: [.text],
        consequence: "players decode the parts with the previous key, map or timeline")

    private static let tags: Set<PlaylistTag> = [.discontinuity, .key, .map, .programDateTime]

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        for segment in text.segments {
            guard let first = segment.parts.first else { continue }
            for line in text.lines[segment.lines] {
                guard let tag = line.tag, Self.tags.contains(tag), line.number > text.lines[first.line].number else {
                    continue
                }
                findings.add(
                    playlist.place(line), expected: "\(tag.name) before the first part of \(segment.uri)",
                    found: "\(tag.name) after line \(text.lines[first.line].number)")
            }
        }
    }
}
