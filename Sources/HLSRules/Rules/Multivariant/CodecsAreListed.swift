import HLS

/// R82: players know before they load what they need to decode.
package struct CodecsAreListed: PlaylistRule {
    package static let facts = RuleFacts(
        "R82", "CODECS lists every format that a variant can pull, of those that Apple's devices know", .must,
        clause: "RFC 8216bis 4.4.6.2, 6.2.4; Apple 9.1", kinds: [.text, .media],
        consequence: "AVPlayer leaves the variant out (-1002); browsers create the wrong buffers")

    /// Sample entries of Apple's list, and those that are taken but not recommended.
    private static let supportedSampleEntries: Set<String> = [
        "avc1", "hvc1", "dvh1", "av01", "dav1", "mp4a", "ac-3", "ec-3", "fLaC", "alac", "apac", "mjpg", "stpp", "wvtt",
    ]
    private static let discouragedSampleEntries: Set<String> = ["avc3", "hev1", "dvhe"]

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for line in playlist.text.lines(.streamInf) {
            guard let attributes = line.attributes else { continue }
            let place = playlist.place(line)
            guard attributes.has("CODECS") else {
                findings.add(
                    place, expected: "CODECS", found: "none", level: findings.profile == .apple ? .must : .should)
                continue
            }
            let kinds = Set(attributes.codecs.map(\.kind))
            // A format that is not known here may be of any kind.
            if !kinds.contains(.other) {
                if attributes.has("RESOLUTION"), !kinds.contains(.video) {
                    findings.add(
                        place, expected: "a format of pictures beside RESOLUTION", found: Self.text(attributes))
                }
                if attributes.has("AUDIO"), !kinds.contains(.audio) {
                    findings.add(place, expected: "a format of sound beside AUDIO", found: Self.text(attributes))
                }
            }
            if findings.profile == .apple { validateFormats(attributes, place, &findings) }
        }
    }

    private func validateFormats(
        _ attributes: ScannedAttributes, _ place: FindingPlace, _ findings: inout RuleFindings
    ) {
        for codec in attributes.codecs where !Self.supportedSampleEntries.contains(codec.sampleEntry) {
            let isAccepted = Self.discouragedSampleEntries.contains(codec.sampleEntry)
            findings.add(
                place, expected: isAccepted ? "avc1, hvc1 or dvh1" : "formats of Apple's list",
                found: codec.description, level: isAccepted ? .should : .must)
        }
    }

    private static func text(_ attributes: ScannedAttributes) -> String {
        "CODECS=\"\(attributes.text("CODECS") ?? "")\""
    }
}
