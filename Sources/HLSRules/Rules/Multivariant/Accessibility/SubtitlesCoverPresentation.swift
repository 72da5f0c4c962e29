import HLS
import Media

/// R94: subtitles cover the presentation and are in a format that players support.
package struct SubtitlesCoverPresentation: PresentationRule {
    package static let facts = RuleFacts(
        "R94", "Subtitles are WebVTT or fragmented MP4 and cover the entire presentation", .appleMust,
        clause: "Apple 5.2 to 5.10", kinds: [.text, .media],
        consequence: "subtitles end early, or playback stalls at their end")

    package init() {}

    package func validate(_ presentation: CheckedPresentation, _ findings: inout RuleFindings) {
        let main = presentation.renditions.first { $0.role == .variant && $0.playlist.text.hasEndList }
        for rendition in presentation.renditions where rendition.role == .subtitles {
            validateFormat(rendition, &findings)
            guard let main, rendition.playlist.text.hasEndList else { continue }
            let expected = main.playlist.text.segments.last?.end ?? .zero
            let found = rendition.playlist.text.segments.last?.end ?? .zero
            // The last segment may be shorter than that of the video, but must exist.
            let target = MediaTime.milliseconds(Int64(clamping: main.playlist.text.targetDuration ?? 1) * 500)
            guard expected - found > max(target, .seconds(1)) else { continue }
            findings.add(
                rendition.playlist.place, expected: "\(expected.decimal(places: 3)) s, as in \(main.playlist.name)",
                found: "\(found.decimal(places: 3)) s")
        }
    }

    private func validateFormat(_ rendition: CheckedRendition, _ findings: inout RuleFindings) {
        for segment in rendition.playlist.text.segments where segment.map == nil && !segment.isGap {
            let path = segment.uri.prefix { $0 != "?" && $0 != "#" }.lowercased()
            guard [".srt", ".ttml", ".dfxp", ".xml", ".itt", ".ass", ".ssa", ".sub"].contains(where: path.hasSuffix)
            else { continue }
            findings.add(
                rendition.playlist.place(segment), expected: "WebVTT, or IMSC in fragmented MP4", found: segment.uri)
        }
    }
}
