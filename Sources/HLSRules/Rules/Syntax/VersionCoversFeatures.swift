import HLS

/// R2: EXT-X-VERSION is there once at most and is high enough.
package struct VersionCoversFeatures: PlaylistRule {
    package static let facts = RuleFacts(
        "R2", "EXT-X-VERSION stands once at most and is as high as the tags and attributes need", .must,
        clause: "RFC 8216bis 4.4.1.2, 8", kinds: [.text],
        consequence: "old players misread what they do not know")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let versions = playlist.text.lines(.version)
        for line in versions.dropFirst() {
            findings.add(playlist.place(line), expected: "one EXT-X-VERSION", found: "another one")
        }
        // A number that cannot be read is another rule's.
        if let value = versions.first?.value, PlaylistValue.integer(value) == nil { return }
        let need = RequiredVersion(playlist.text)
        guard playlist.text.version < need.version else { return }
        findings.add(
            playlist.place(at: versions.first), expected: "\(need.version) or more for \(need.reason)",
            found: versions.isEmpty ? "none, which means 1" : "\(playlist.text.version)")
    }
}
