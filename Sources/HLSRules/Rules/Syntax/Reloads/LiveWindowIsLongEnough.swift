import HLS
import Media

/// R19: the window of a live playlist is long enough for players.
package struct LiveWindowIsLongEnough: ReloadRule {
    package static let facts = RuleFacts(
        "R19",
        "A live playlist that removes segments keeps at least three target durations and, for Apple, six segments",
        .must,
        clause: "RFC 8216bis 6.2.2; Apple 8.11", kinds: [.reload],
        consequence: "players stall; AVPlayer stops with -16832")

    private var first: Int?

    package init() {}

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        let text = observation.playlist.text
        guard let begin = text.segments.first?.sequence, let target = text.targetDuration, !text.has(.skip),
            !text.has(.playlistType)
        else {
            return
        }
        defer { first = first ?? begin }
        // A stream that has not removed segments yet may have just started.
        guard let first, begin > first, !text.hasEndList else { return }
        let length = text.segments.last?.end ?? .zero
        if length < .seconds(3 * Int64(clamping: target)) {
            findings.add(
                observation.playlist.place, expected: "at least \(3 * target) s",
                found: "\(length.decimal(places: 3)) s")
        } else if findings.profile == .apple, text.segments.count < 6 {
            findings.add(
                observation.playlist.place, expected: "at least six segments", found: "\(text.segments.count)")
        }
    }
}
