import HLS

/// R56: what holds for a segment holds for its first part.
package struct SegmentTagsPrecedeParts: PlaylistRule {
    package static let facts = RuleFacts(
        "R56", "Discontinuity, key, map and date of a segment stand before its first EXT-X-PART", .must,
        clause: "RFC 8216bis 4.4.4.9", kinds: [.text], consequence: "players decode the parts with what held before")

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
                    found: "it after line \(text.lines[first.line].number)")
            }
        }
    }
}
