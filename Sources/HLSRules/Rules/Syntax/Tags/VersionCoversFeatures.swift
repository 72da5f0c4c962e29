import HLS

/// R2: EXT-X-VERSION covers all features of the playlist.
package struct VersionCoversFeatures: PlaylistRule {
    package static let facts = RuleFacts(
        "R2", "EXT-X-VERSION occurs at most once and is high enough for all tags and attributes", .must,
        clause: "RFC 8216bis 4.4.1.2, 8", kinds: [.text],
        consequence: "older players misinterpret features that they do not support")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let versions = playlist.text.lines(.version)
        for line in versions.dropFirst() {
            findings.add(playlist.place(line), expected: "one EXT-X-VERSION", found: "a duplicate")
        }
        // A number that cannot be read is another rule's.
        if let value = versions.first?.value, PlaylistValue.integer(value) == nil { return }
        let need = RequiredVersion(playlist.text)
        guard playlist.text.version < need.version else { return }
        findings.add(
            playlist.place(at: versions.first), expected: "at least \(need.version) for \(need.reason)",
            found: versions.isEmpty ? "no EXT-X-VERSION, which means 1" : "\(playlist.text.version)")
    }
}
