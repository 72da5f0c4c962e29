import HLS

/// R82: players know the required decoders before they load media.
package struct CodecsAreListed: PlaylistRule {
    package static let facts = RuleFacts(
        "R82", "CODECS lists every format of a variant and its renditions; Apple devices support all of them", .must,
        clause: "RFC 8216bis 4.4.6.2, 6.2.4; Apple 9.1", kinds: [.text, .media],
        consequence: "AVPlayer skips the variant (-1002); browsers create source buffers of the wrong type")

    /// The sample entries of Apple's list, and the accepted but discouraged sample entries.
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
            // An unknown format may be of any kind.
            if !kinds.contains(.other) {
                if attributes.has("RESOLUTION"), !kinds.contains(.video) {
                    findings.add(
                        place, expected: "a video format in CODECS, as RESOLUTION is present",
                        found: Self.text(attributes))
                }
                if attributes.has("AUDIO"), !kinds.contains(.audio) {
                    findings.add(
                        place, expected: "an audio format in CODECS, as AUDIO is present", found: Self.text(attributes))
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
                place, expected: isAccepted ? "avc1, hvc1 or dvh1" : "a format that Apple devices support",
                found: codec.description, level: isAccepted ? .should : .must)
        }
    }

    private static func text(_ attributes: ScannedAttributes) -> String {
        "CODECS=\"\(attributes.text("CODECS") ?? "")\""
    }
}
