import HLS
import Media

/// R40a: the dates of a live stream are those of a clock on the wall.
package struct LiveDatesMatchClock: ReloadRule {
    package static let facts = RuleFacts(
        "R40a",
        "The dates of a live playlist are those of its airtime: its end is not in the future, and not a day old",
        .appleShould, clause: "Apple 8.5", kinds: [.reload],
        consequence: "players that show the time, or seek to one, are wrong")

    /// Clocks differ, in milliseconds.
    private static let tolerance: Int64 = 2000
    /// Some streams are sent again after hours.
    private static let maximumAge: Int64 = 86_400_000
    private var isReported = false

    package init() {}

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        let text = observation.playlist.text
        guard !isReported, text.isLive, let now = observation.date, let last = text.segments.last,
            let dated = text.segments.last(where: { $0.programDateTime != nil && !$0.isGap }),
            let date = dated.programDateTime
        else { return }
        let end = date + (last.end - dated.begin)
        // Far dates are held where no sum of two of them leaves 64 bits.
        let ahead = end.milliseconds.subtractingReportingOverflow(now.milliseconds).partialValue
        guard ahead > Self.tolerance || ahead < -Self.maximumAge else { return }
        isReported = true
        findings.add(
            observation.playlist.place(last), expected: "a segment that ends at about \(now)", found: "\(end)")
    }
}
