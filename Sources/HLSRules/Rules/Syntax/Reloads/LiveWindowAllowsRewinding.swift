import HLS
import Media

/// R20: viewers of a live stream can rewind.
package struct LiveWindowAllowsRewinding: ReloadRule {
    package static let facts = RuleFacts(
        "R20", "A live playlist that removes segments keeps at least 15 minutes", .appleShould,
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
        // R19 reports much shorter windows.
        guard length < .seconds(15 * 60), text.segments.count >= 6 else { return }
        isReported = true
        findings.add(observation.playlist.place, expected: "at least 900 s", found: "\(length.decimal(places: 3)) s")
    }
}
