import HLS

/// R50h: every device can play some audio of the presentation.
package struct StereoAudioExists: PlaylistRule {
    package static let facts = RuleFacts(
        "R50h", "A variant has stereo AAC audio, and AC-3 is available if E-AC-3 is", .appleMust,
        clause: "Apple 2.3, 2.6",
        kinds: [.text], consequence: "devices without a decoder for the other formats play no audio or nothing at all")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let variants = playlist.variants
        let codecs = variants.flatMap(\.attributes.codecs)
        let audioCodecs = codecs.filter { $0.kind == .audio }
        guard let first = variants.first, !audioCodecs.isEmpty else { return }
        if audioCodecs.contains(where: { $0.sampleEntry == "ec-3" }),
            !audioCodecs.contains(where: { $0.sampleEntry == "ac-3" })
        {
            findings.add(playlist.place(first.line), expected: "ac-3 in addition to ec-3", found: "none")
        }
        // A variant without CODECS may contain any format.
        guard variants.allSatisfy({ !$0.attributes.codecs.isEmpty }) else { return }
        let isStereo = variants.contains { variant in
            variant.attributes.codecs.contains { $0.sampleEntry == "mp4a" }
                && Self.mayBeStereo(variant.attributes, playlist)
        }
        guard !isStereo else { return }
        findings.add(
            playlist.place(first.line), expected: "a variant with stereo AAC audio",
            found: Set(audioCodecs.map(\.description)).sorted().joined(separator: ", "))
    }

    /// Whether the variant's audio group has a stereo rendition, or one without CHANNELS.
    private static func mayBeStereo(_ variant: ScannedAttributes, _ playlist: CheckedPlaylist) -> Bool {
        guard let group = variant.text("AUDIO") else { return true }
        return playlist.renditions("AUDIO", group: group).contains { line in
            guard let channels = line.attributes?.text("CHANNELS").flatMap(ChannelDescription.init) else { return true }
            return channels.count <= 2
        }
    }
}
