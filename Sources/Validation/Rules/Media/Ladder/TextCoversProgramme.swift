import HLS
import ISOMedia
import Media

/// R94N: subtitles are there for the whole programme.
package struct TextCoversProgramme: MeasurementRule {
    package static let facts = RuleFacts(
        "R94N", "Subtitles cover the whole programme", .appleMust, clause: "Apple 5.10", kinds: [.text, .media],
        consequence: "players stall where subtitles end")

    package init() {}

    package func check(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        let all = presentation.measured.filter { $0.rendition.playlist.text.hasEndList }
        guard let main = all.first(where: { $0.rendition.role == .variant }) else { return }
        let whole = Self.seconds(main.rendition)
        for (rendition, _) in all where rendition.role == .subtitles {
            let covered = Self.seconds(rendition)
            let slack = Double(rendition.playlist.text.targetDuration ?? 1)
            guard whole - covered > slack else { continue }
            findings.add(rendition.playlist.place, expected: "\(decimal(whole)) s", found: "\(decimal(covered)) s")
        }
    }

    private static func seconds(_ rendition: CheckedRendition) -> Double {
        rendition.playlist.text.segments.last?.end.seconds ?? 0
    }
}
