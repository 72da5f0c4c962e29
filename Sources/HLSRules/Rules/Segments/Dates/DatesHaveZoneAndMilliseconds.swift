import HLS

/// R38: dates are exact.
package struct DatesHaveZoneAndMilliseconds: PlaylistRule {
    package static let facts = RuleFacts(
        "R38", "EXT-X-PROGRAM-DATE-TIME is an ISO 8601 date with a time zone and milliseconds", .should,
        clause: "RFC 8216bis 4.4.4.6", kinds: [.text],
        consequence: "players assume a time zone, and synchronization by date is inaccurate")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for segment in playlist.text.segments {
            for line in playlist.text.lines[segment.lines] where line.tag == .programDateTime {
                let value = line.value ?? ""
                var place = playlist.place(segment)
                place.line = line.number
                guard PlaylistValue.date(value) != nil else {
                    findings.add(
                        place, expected: "a date such as 2026-01-02T03:04:05.678Z", found: "'\(value.prefix(60))'",
                        level: .must)
                    continue
                }
                let time = value.drop { $0 != "T" }
                guard Self.lacks(time) else { continue }
                findings.add(place, expected: "milliseconds and a time zone", found: value)
            }
        }
    }

    private static func lacks(_ time: Substring) -> Bool {
        let fraction = time.drop { $0 != "." }.dropFirst().prefix { $0.isNumber }
        let hasZone = time.hasSuffix("Z") || time.contains("+") || time.contains("-")
        return fraction.count < 3 || !hasZone
    }
}
