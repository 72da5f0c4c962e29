import HLS
import Media

/// R40a: the dates of a live stream match the wall clock.
package struct LiveDatesMatchClock: ReloadRule {
    package static let facts = RuleFacts(
        "R40a",
        "The dates of a live playlist match wall-clock time: its end is not in the future and at most a day old",
        .appleShould, clause: "Apple 8.5", kinds: [.reload],
        consequence: "players that display or seek to a time of day are wrong")

    /// The tolerance for clock differences, in milliseconds.
    private static let tolerance: Int64 = 2000
    /// The maximum age of a live playlist, in milliseconds. Some streams are rebroadcast hours later.
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
        // Dates are limited so that a sum of two of them does not overflow.
        let ahead = end.milliseconds.subtractingReportingOverflow(now.milliseconds).partialValue
        guard ahead > Self.tolerance || ahead < -Self.maximumAge else { return }
        isReported = true
        findings.add(
            observation.playlist.place(last), expected: "a segment end near \(now)", found: "\(end)")
    }
}
