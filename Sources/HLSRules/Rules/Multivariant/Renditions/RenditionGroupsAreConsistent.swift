import HLS

/// R88: rendition groups exist and are interchangeable.
package struct RenditionGroupsAreConsistent: PlaylistRule {
    package static let facts = RuleFacts(
        "R88", "Every group that a variant references exists, and all groups of a type have the same members", .must,
        clause: "RFC 8216bis 4.4.6.1.1, 4.4.6.2", kinds: [.text],
        consequence: "players lose the selected rendition when they switch variants, or skip the variant")

    private static let types = ["AUDIO", "VIDEO", "SUBTITLES", "CLOSED-CAPTIONS"]
    /// Attributes that may differ between members with the same NAME, and the group identifier.
    private static let variableAttributes: Set<String> = [
        "URI", "CHANNELS", "BIT-DEPTH", "STABLE-RENDITION-ID", "INSTREAM-ID", "SAMPLE-RATE", "GROUP-ID",
    ]

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for line in playlist.text.lines where line.tag == .streamInf || line.tag == .iFrameStreamInf {
            for type in Self.types {
                guard let group = line.attributes?[type], group.isQuoted,
                    playlist.renditions(type, group: group.value).isEmpty
                else { continue }
                findings.add(
                    playlist.place(line), expected: "EXT-X-MEDIA with TYPE=\(type),GROUP-ID=\"\(group.value)\"",
                    found: "none")
            }
        }
        for type in Self.types { validateMembers(type, playlist, &findings) }
    }

    private func validateMembers(_ type: String, _ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        var groups: [(id: String, members: [String: ScannedLine])] = []
        for line in playlist.renditions(type) {
            guard let id = line.attributes?.text("GROUP-ID"), let name = line.attributes?.text("NAME") else { continue }
            if let index = groups.firstIndex(where: { $0.id == id }) {
                // Duplicate names are reported by R89.
                if groups[index].members[name] == nil { groups[index].members[name] = line }
            } else {
                groups.append((id, [name: line]))
            }
        }
        guard let first = groups.first else { return }
        for group in groups.dropFirst() {
            for (name, line) in first.members.sorted(by: { $0.value.number < $1.value.number }) {
                guard let other = group.members[name] else {
                    findings.add(
                        playlist.place(line), expected: "'\(name)' also in group '\(group.id)'", found: "none")
                    continue
                }
                compare(line, other, playlist, &findings)
            }
            for (name, line) in group.members.sorted(by: { $0.value.number < $1.value.number })
            where first.members[name] == nil {
                findings.add(playlist.place(line), expected: "'\(name)' also in group '\(first.id)'", found: "none")
            }
        }
    }

    private func compare(
        _ one: ScannedLine, _ two: ScannedLine, _ playlist: CheckedPlaylist, _ findings: inout RuleFindings
    ) {
        guard let left = one.attributes, let right = two.attributes else { return }
        let names = Set((left.all + right.all).map(\.name)).subtracting(Self.variableAttributes)
        for name in names.sorted() {
            let (before, after) = (Self.value(name, left), Self.value(name, right))
            guard before != after else { continue }
            findings.add(
                playlist.place(two), expected: "\(name) as in line \(one.number): \(before)", found: after)
        }
    }

    /// Returns the value of an attribute, or its default if it is absent.
    private static func value(_ name: String, _ attributes: ScannedAttributes) -> String {
        if let text = attributes.text(name) { return text }
        return ["DEFAULT", "AUTOSELECT", "FORCED"].contains(name) ? "NO" : "none"
    }
}
