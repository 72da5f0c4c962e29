import HLS

/// R64: what is hinted at is what comes.
package struct HintsComeTrue: PlaylistRule, ReloadRule {
    package static let facts = RuleFacts(
        "R64", "EXT-X-PRELOAD-HINT stands once for each TYPE, and the hinted part appears under its URI", .must,
        clause: "RFC 8216bis 4.4.5.3, 6.2.6", kinds: [.text, .reload],
        consequence: "players load what is never played, and later than others what is")

    /// A part that was promised, and where it belongs.
    private struct Promise {
        var uri: String
        var offset: Int
        var mediaSequence: Int
        var part: Int
    }

    private var promise: Promise?

    package init() {}

    package func check(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        var seen: Set<String> = []
        for line in playlist.text.lines(.preloadHint) {
            guard let type = line.attributes?.text("TYPE"), !seen.insert(type).inserted else { continue }
            findings.add(
                playlist.place(line), expected: "one EXT-X-PRELOAD-HINT with TYPE=\(type)", found: "another one",
                level: .should)
        }
    }

    package mutating func take(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        let text = observation.playlist.text
        if let promise, let (part, isExplained) = Self.part(promise, in: text) {
            let offset = part.byteRange?.offset ?? 0
            if !isExplained, part.uri != promise.uri || offset != promise.offset {
                findings.add(
                    observation.playlist.place(text.lines[part.line]),
                    expected: "\(promise.uri) from byte \(promise.offset), as was hinted",
                    found: "\(part.uri) from byte \(offset)")
            }
        }
        promise = Self.promise(text) ?? promise
    }

    private static func promise(_ text: ScannedPlaylist) -> Promise? {
        let hint = text.lines(.preloadHint).first { $0.attributes?.text("TYPE") == "PART" }
        guard let attributes = hint?.attributes, let uri = attributes.text("URI"), let edge = text.edge else {
            return nil
        }
        // Parts behind the last segment go on; otherwise the next one begins a segment.
        let goesOn = !text.upcomingParts.isEmpty
        return Promise(
            uri: uri, offset: attributes.integer("BYTERANGE-START") ?? 0,
            mediaSequence: goesOn ? edge.mediaSequence : edge.mediaSequence + 1,
            part: goesOn ? (edge.part ?? -1) + 1 : 0)
    }

    /// The part that stands where one was promised, and whether something explains that it is another one; nil while
    /// there is none, or where it has been removed already.
    private static func part(_ promise: Promise, in text: ScannedPlaylist) -> (ScannedPart, Bool)? {
        func look(_ sequence: Int, _ index: Int) -> (ScannedPart, Bool)? {
            if let segment = text.segments.first(where: { $0.sequence == sequence }) {
                if segment.parts.indices.contains(index) {
                    return (segment.parts[index], segment.isDiscontinuity || segment.parts[index].isGap)
                }
                // The segment ended before it: the promised part is the first one of the next.
                return index > 0 && !segment.parts.isEmpty ? look(sequence + 1, 0) : nil
            }
            guard sequence == (text.segments.last?.sequence ?? .min) + 1, text.upcomingParts.indices.contains(index)
            else { return nil }
            let isNew = text.lines[text.tail...].contains { $0.tag == .discontinuity }
            return (text.upcomingParts[index], isNew || text.upcomingParts[index].isGap)
        }
        return look(promise.mediaSequence, promise.part)
    }
}
