import HLS
import Media

/// R40: dates and durations tell the same time.
package struct DatesProgressWithDurations: PlaylistRule {
    package static let facts = RuleFacts(
        "R40", "Between discontinuities, dates progress as durations add up", .should,
        clause: "RFC 8216bis 6.2.1; Apple 8.5", kinds: [.text],
        consequence: "players that seek by dates land elsewhere; hls.js takes apart what belongs together")

    /// One picture of a slow film, and what rounding adds.
    private static let tolerance: Int64 = 50

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        var last: (date: DateTime, begin: MediaTime)?
        for segment in playlist.text.segments {
            if segment.isDiscontinuity { last = nil }
            guard let date = segment.programDateTime else { continue }
            defer { last = (date, segment.begin) }
            guard let last else { continue }
            let expected = last.date + (segment.begin - last.begin)
            guard abs(expected.milliseconds &- date.milliseconds) > Self.tolerance else { continue }
            findings.add(playlist.place(segment), expected: "\(expected)", found: "\(date)")
        }
    }
}
