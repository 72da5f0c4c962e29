import HLS

/// R33: date ranges have a position on the timeline.
package struct DateRangesHaveDates: PlaylistRule {
    package static let facts = RuleFacts(
        "R33", "EXT-X-DATERANGE has an ID and, once per ID, START-DATE; the playlist has EXT-X-PROGRAM-DATE-TIME",
        .must,
        clause: "RFC 8216bis 4.4.5.1", kinds: [.text], consequence: "players ignore the date range")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        var started: Set<String> = []
        for line in text.lines(.dateRange) {
            guard let attributes = line.attributes else { continue }
            for name in ["START-DATE", "END-DATE"] {
                guard let date = attributes.text(name), PlaylistValue.date(date) == nil else { continue }
                findings.add(
                    playlist.place(line), expected: "\(name) such as 2026-01-02T03:04:05.678Z",
                    found: "'\(date.prefix(60))'")
            }
            guard let id = attributes.text("ID") else {
                findings.add(playlist.place(line), expected: "ID", found: "none")
                continue
            }
            // A delta update may omit the first tag.
            if attributes.has("START-DATE") || text.has(.skip) { started.insert(id) }
            if started.insert(id).inserted {
                findings.add(playlist.place(line), expected: "START-DATE in the first tag of '\(id)'", found: "none")
            }
        }
        guard let first = text.first(.dateRange), !text.has(.programDateTime), !text.has(.skip) else { return }
        findings.add(playlist.place(first), expected: "EXT-X-PROGRAM-DATE-TIME in the playlist", found: "none")
    }
}
