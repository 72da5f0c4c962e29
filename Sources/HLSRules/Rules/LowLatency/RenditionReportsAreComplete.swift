import HLS

/// R65: a player that changes renditions knows where the other one is.
package struct RenditionReportsAreComplete: PlaylistRule, PresentationRule, ReloadRule {
    package static let facts = RuleFacts(
        "R65", "A playlist with parts has a current EXT-X-RENDITION-REPORT for each other rendition, by relative URI",
        .must, clause: "RFC 8216bis 4.4.5.4, B.1", kinds: [.text, .reload],
        consequence: "players that change renditions have to ask twice, and stall")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for line in playlist.text.lines(.renditionReport) {
            guard let uri = line.attributes?.text("URI"), uri.contains("://") else { continue }
            findings.add(
                playlist.place(line), expected: "a URI relative to the playlist", found: String(uri.prefix(200)))
        }
    }

    package func validate(_ presentation: CheckedPresentation, _ findings: inout RuleFindings) {
        let edge = presentation.renditions.filter {
            $0.playlist.text.isLive && $0.playlist.text.has(.partInf) && !$0.playlist.text.isIFramesOnly
        }
        for rendition in edge {
            let reported = Set(
                rendition.playlist.text.lines(.renditionReport).compactMap { $0.attributes?.text("URI") }
                    .map { RelativeReference.resolve($0, against: rendition.uri) })
            for other in edge where other.uri != rendition.uri {
                guard !reported.contains(RelativeReference.resolve(other.uri, against: "")) else { continue }
                findings.add(
                    rendition.playlist.place, expected: "EXT-X-RENDITION-REPORT for \(other.uri)", found: "none",
                    level: findings.profile == .apple ? .must : .should)
            }
        }
    }

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        for line in observation.playlist.text.lines(.renditionReport) {
            guard let attributes = line.attributes, let uri = attributes.text("URI"),
                let sequence = attributes.integer("LAST-MSN"),
                let edge = observation.edges[RelativeReference.resolve(uri, against: observation.uri)],
                edge.time < observation.requestTime
            else { continue }
            // This playlist may have been made a part before the other one was seen.
            let isBehind =
                sequence < edge.mediaSequence
                ? (edge.part ?? 2) > 1 || sequence < edge.mediaSequence - 1
                : sequence == edge.mediaSequence
                    && (edge.part ?? 0) - (attributes.integer("LAST-PART") ?? edge.part ?? 0) > 2
            guard isBehind else { continue }
            findings.add(
                observation.playlist.place(line),
                expected: "\(edge.mediaSequence), part \(edge.part ?? 0) or later, which \(uri) had before",
                found: "\(sequence), part \(attributes.integer("LAST-PART") ?? 0)", level: .should)
        }
    }
}
