import HLS
import Media

/// R35: the end of a date range is unambiguous.
package struct DateRangesEndAfterStart: PlaylistRule {
    package static let facts = RuleFacts(
        "R35", "Date ranges do not end before they start; END-DATE, DURATION and END-ON-NEXT do not contradict", .must,
        clause: "RFC 8216bis 4.4.5.1", kinds: [.text], consequence: "players ignore the date range")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for line in playlist.text.lines(.dateRange) {
            guard let attributes = line.attributes else { continue }
            if attributes.has("END-ON-NEXT") { validateOpenEnd(attributes, playlist.place(line), &findings) }
            validateDates(attributes, playlist.place(line), &findings)
            let cues = attributes.list("CUE")
            if cues.contains("PRE"), cues.contains("POST") {
                findings.add(playlist.place(line), expected: "either PRE or POST in CUE", found: "both")
            }
        }
    }

    private func validateOpenEnd(
        _ attributes: ScannedAttributes, _ place: FindingPlace, _ findings: inout RuleFindings
    ) {
        if !attributes.isYes("END-ON-NEXT") {
            findings.add(
                place, expected: "END-ON-NEXT=YES or no END-ON-NEXT",
                found: "END-ON-NEXT=\(attributes.text("END-ON-NEXT") ?? "")"
            )
        }
        if !attributes.has("CLASS") { findings.add(place, expected: "CLASS, as END-ON-NEXT is present", found: "none") }
        for name in ["DURATION", "END-DATE"] where attributes.has(name) {
            findings.add(place, expected: "no \(name), as END-ON-NEXT is present", found: "\(name)")
        }
    }

    private func validateDates(
        _ attributes: ScannedAttributes, _ place: FindingPlace, _ findings: inout RuleFindings
    ) {
        guard let start = attributes.date("START-DATE"), let end = attributes.date("END-DATE") else { return }
        if end.milliseconds < start.milliseconds {
            return findings.add(place, expected: "END-DATE at or after \(start)", found: "\(end)")
        }
        guard let duration = attributes.seconds("DURATION") else { return }
        let sum = start + duration
        // Either may have been rounded.
        guard abs(sum.milliseconds &- end.milliseconds) > 1 else { return }
        findings.add(place, expected: "END-DATE \(sum), which is START-DATE plus DURATION", found: "\(end)")
    }
}
