import HLS
import Media

/// R20: viewers of a live stream can go back a while.
package struct LiveWindowAllowsRewinding: ReloadRule {
    package static let facts = RuleFacts(
        "R20", "A live playlist that removes segments keeps 15 minutes", .appleShould,
        clause: "Apple 8.12", kinds: [.reload])

    private var first: Int?
    private var isReported = false

    package init() {}

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        let text = observation.playlist.text
        guard let begin = text.segments.first?.sequence, !text.has(.skip), !text.has(.playlistType) else { return }
        defer { first = first ?? begin }
        guard let first, begin > first, !text.hasEndList, !isReported else { return }
        let length = text.segments.last?.end ?? .zero
        // Where it is much too short, another rule says so.
        guard length < .seconds(15 * 60), text.segments.count >= 6 else { return }
        isReported = true
        findings.add(observation.playlist.place, expected: "900 s or more", found: "\(length.decimal(places: 3)) s")
    }
}
