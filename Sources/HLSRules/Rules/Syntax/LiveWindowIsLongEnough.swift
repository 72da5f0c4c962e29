import HLS
import Media

/// R19: a live playlist never gets too short.
package struct LiveWindowIsLongEnough: ReloadRule {
    package static let facts = RuleFacts(
        "R19", "A live playlist that removes segments keeps three target durations, and six segments for Apple", .must,
        clause: "RFC 8216bis 6.2.2; Apple 8.11", kinds: [.reload], consequence: "AVPlayer -16832; players stall")

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
        // Before anything was removed, a stream may just have begun.
        guard let first, begin > first, !text.hasEndList else { return }
        let length = text.segments.last?.end ?? .zero
        if length < .seconds(3 * Int64(clamping: target)) {
            findings.add(
                observation.playlist.place, expected: "\(3 * target) s or more",
                found: "\(length.decimal(places: 3)) s")
        } else if findings.profile == .apple, text.segments.count < 6 {
            findings.add(
                observation.playlist.place, expected: "six segments or more", found: "\(text.segments.count)")
        }
    }
}
