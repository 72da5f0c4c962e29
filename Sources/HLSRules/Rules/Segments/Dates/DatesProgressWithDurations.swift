import HLS
import Media

/// R40: dates are consistent with segment durations.
package struct DatesProgressWithDurations: PlaylistRule {
    package static let facts = RuleFacts(
        "R40",
        "Between discontinuities, dates advance by the sum of the segment durations; across them, they do not go back",
        .should,
        clause: "RFC 8216bis 6.2.1; Apple 8.5", kinds: [.text],
        consequence: "players that seek by date reach the wrong position; hls.js misaligns renditions")

    /// The duration of a frame at a low frame rate, plus rounding, in milliseconds.
    private static let tolerance: Int64 = 50

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        var last: (date: DateTime, begin: MediaTime)?
        for segment in playlist.text.segments {
            if segment.isDiscontinuity {
                if let last, let date = segment.programDateTime {
                    let end = last.date + (segment.begin - last.begin)
                    if date.milliseconds < end.milliseconds.subtractingReportingOverflow(Self.tolerance).partialValue {
                        findings.add(playlist.place(segment), expected: "a date not before \(end)", found: "\(date)")
                    }
                }
                last = nil
            }
            guard let date = segment.programDateTime else { continue }
            defer { last = (date, segment.begin) }
            guard let last else { continue }
            let expected = last.date + (segment.begin - last.begin)
            guard abs(expected.milliseconds &- date.milliseconds) > Self.tolerance else { continue }
            findings.add(playlist.place(segment), expected: "\(expected)", found: "\(date)")
        }
    }
}
