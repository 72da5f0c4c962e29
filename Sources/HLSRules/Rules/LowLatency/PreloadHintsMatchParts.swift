import HLS

/// R64: what is hinted at is what comes.
package struct PreloadHintsMatchParts: PlaylistRule, ReloadRule {
    package static let facts = RuleFacts(
        "R64", "EXT-X-PRELOAD-HINT stands once for each TYPE, and the hinted part appears under its URI", .must,
        clause: "RFC 8216bis 4.4.5.3, 6.2.6", kinds: [.text, .reload],
        consequence: "players load what is never played, and later than others what is")

    /// A part that was promised, and where it belongs.
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
                playlist.place(line), expected: "one EXT-X-PRELOAD-HINT with TYPE=\(type)", found: "another one",
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
                    expected: "\(hint.uri) from byte \(hint.offset), as was hinted",
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
        // Parts behind the last segment go on; otherwise the next one begins a segment.
        let continuesSegment = !text.upcomingParts.isEmpty
        return Hint(
            uri: uri, offset: attributes.integer("BYTERANGE-START") ?? 0,
            mediaSequence: continuesSegment ? edge.mediaSequence : edge.mediaSequence + 1,
            part: continuesSegment ? (edge.part ?? -1) + 1 : 0)
    }

    /// The part that stands where one was promised, and whether something explains that it is another one; nil while
    /// there is none, or where it has been removed already.
    private static func part(_ promise: Hint, in text: ScannedPlaylist) -> (ScannedPart, Bool)? {
        func findPart(_ sequence: Int, _ index: Int) -> (ScannedPart, Bool)? {
            if let segment = text.segments.first(where: { $0.sequence == sequence }) {
                if segment.parts.indices.contains(index) {
                    return (segment.parts[index], segment.isDiscontinuity || segment.parts[index].isGap)
                }
                // The segment ended before it: the promised part is the first one of the next.
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
