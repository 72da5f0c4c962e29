import HLS

/// R64: preload hints name the next part.
package struct PreloadHintsMatchParts: PlaylistRule, ReloadRule {
    package static let facts = RuleFacts(
        "R64", "EXT-X-PRELOAD-HINT occurs once per TYPE, and the hinted part appears at the hinted URI and offset",
        .must,
        clause: "RFC 8216bis 4.4.5.3, 6.2.6", kinds: [.text, .reload],
        consequence: "players download a part that is never played and get the actual part late")

    /// A hinted part and its expected position.
    private struct Hint {
        var uri: String
        var offset: Int
        var mediaSequence: Int
        var part: Int
    }

    private var hint: Hint?

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        var seen: Set<String> = []
        for line in playlist.text.lines(.preloadHint) {
            guard let type = line.attributes?.text("TYPE"), !seen.insert(type).inserted else { continue }
            findings.add(
                playlist.place(line), expected: "one EXT-X-PRELOAD-HINT with TYPE=\(type)", found: "a duplicate",
                level: .should)
        }
    }

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        let text = observation.playlist.text
        if let hint, let (part, isExplained) = Self.part(hint, in: text) {
            let offset = part.byteRange?.offset ?? 0
            if !isExplained, part.uri != hint.uri || offset != hint.offset {
                findings.add(
                    observation.playlist.place(text.lines[part.line]),
                    expected: "\(hint.uri) from byte \(hint.offset), as hinted",
                    found: "\(part.uri) from byte \(offset)")
            }
        }
        hint = Self.partHint(text) ?? hint
    }

    private static func partHint(_ text: ScannedPlaylist) -> Hint? {
        let hint = text.lines(.preloadHint).first { $0.attributes?.text("TYPE") == "PART" }
        guard let attributes = hint?.attributes, let uri = attributes.text("URI"), let edge = text.edge else {
            return nil
        }
        // Parts after the last segment continue it; otherwise the next part starts a segment.
        let continuesSegment = !text.upcomingParts.isEmpty
        return Hint(
            uri: uri, offset: attributes.integer("BYTERANGE-START") ?? 0,
            mediaSequence: continuesSegment ? edge.mediaSequence : edge.mediaSequence + 1,
            part: continuesSegment ? (edge.part ?? -1) + 1 : 0)
    }

    /// Returns the part at the hinted position, and whether a discontinuity or gap explains a different URI.
    ///
    /// Returns nil if the part is not listed yet or has been removed.
    private static func part(_ promise: Hint, in text: ScannedPlaylist) -> (ScannedPart, Bool)? {
        func findPart(_ sequence: Int, _ index: Int) -> (ScannedPart, Bool)? {
            if let segment = text.segments.first(where: { $0.sequence == sequence }) {
                if segment.parts.indices.contains(index) {
                    return (segment.parts[index], segment.isDiscontinuity || segment.parts[index].isGap)
                }
                // The segment ended early: the hinted part is the first part of the next segment.
                return index > 0 && !segment.parts.isEmpty ? findPart(sequence + 1, 0) : nil
            }
            guard sequence == (text.segments.last?.sequence ?? .min) + 1, text.upcomingParts.indices.contains(index)
            else { return nil }
            let isNew = text.lines[text.tail...].contains { $0.tag == .discontinuity }
            return (text.upcomingParts[index], isNew || text.upcomingParts[index].isGap)
        }
        return findPart(promise.mediaSequence, promise.part)
    }
}
