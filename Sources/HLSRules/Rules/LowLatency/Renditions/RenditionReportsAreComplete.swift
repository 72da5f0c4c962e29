import HLS

/// R65: a player that switches renditions knows the live edge of the other rendition.
package struct RenditionReportsAreComplete: PlaylistRule, PresentationRule, ReloadRule {
    package static let facts = RuleFacts(
        "R65", "Playlists with parts have current EXT-X-RENDITION-REPORT tags with relative URIs for other renditions",
        .must, clause: "RFC 8216bis 4.4.5.4, B.1", kinds: [.text, .reload],
        consequence: "players need an additional request to switch renditions and may stall")

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
            validateAge(rendition, edge, &findings)
            for other in edge where other.uri != rendition.uri {
                guard !reported.contains(RelativeReference.resolve(other.uri, against: "")) else { continue }
                findings.add(
                    rendition.playlist.place, expected: "EXT-X-RENDITION-REPORT for \(other.uri)", found: "none",
                    level: findings.profile == .apple ? .must : .should)
            }
        }
    }

    /// Playlists that are loaded one after the other may differ by a segment.
    private func validateAge(
        _ rendition: CheckedRendition, _ all: [CheckedRendition], _ findings: inout RuleFindings
    ) {
        for line in rendition.playlist.text.lines(.renditionReport) {
            guard let uri = line.attributes?.text("URI"), let sequence = line.attributes?.integer("LAST-MSN"),
                let other = all.first(where: {
                    RelativeReference.resolve($0.uri, against: "")
                        == RelativeReference.resolve(uri, against: rendition.uri)
                }), let edge = other.playlist.text.edge, sequence < edge.mediaSequence - 2
            else { continue }
            findings.add(
                rendition.playlist.place(line),
                expected: "a segment near \(edge.mediaSequence), the last one of \(other.uri)",
                found: "LAST-MSN=\(sequence)", level: .should)
        }
    }

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        for line in observation.playlist.text.lines(.renditionReport) {
            guard let attributes = line.attributes, let uri = attributes.text("URI"),
                let sequence = attributes.integer("LAST-MSN"),
                let edge = observation.edges[RelativeReference.resolve(uri, against: observation.uri)],
                edge.time < observation.requestTime
            else { continue }
            // This playlist may have been written one part before the other playlist was loaded.
            let isBehind =
                sequence < edge.mediaSequence
                ? (edge.part ?? 2) > 1 || sequence < edge.mediaSequence - 1
                : sequence == edge.mediaSequence
                    && (edge.part ?? 0) - (attributes.integer("LAST-PART") ?? edge.part ?? 0) > 2
            guard isBehind else { continue }
            findings.add(
                observation.playlist.place(line),
                expected: "at least segment \(edge.mediaSequence), part \(edge.part ?? 0), which \(uri) already had",
                found: "segment \(sequence), part \(attributes.integer("LAST-PART") ?? 0)", level: .should)
        }
    }
}
