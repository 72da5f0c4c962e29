import HLS

/// R63: server capabilities and the part target duration are constant.
package struct ServerControlIsConstant: ReloadRule {
    package static let facts = RuleFacts(
        "R63", "EXT-X-SERVER-CONTROL and PART-TARGET do not change between reloads", .must,
        clause: "RFC 8216bis 6.2.1", kinds: [.reload], consequence: "iOS stops playing")

    private var last: ScannedPlaylist?

    package init() {}

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        let now = observation.playlist.text
        // A server may omit both when the stream has ended.
        guard !now.hasEndList else { return }
        defer { last = now }
        guard let last else { return }
        for tag in [PlaylistTag.serverControl, .partInf] {
            let (before, after) = (Self.text(last, tag), Self.text(now, tag))
            guard before != after else { continue }
            findings.add(
                observation.playlist.place(at: now.first(tag)), expected: "\(tag.name) unchanged: \(before)",
                found: after)
        }
    }

    private static func text(_ playlist: ScannedPlaylist, _ tag: PlaylistTag) -> String {
        guard let attributes = playlist.first(tag)?.attributes else { return "none" }
        return attributes.all.map { "\($0.name)=\($0.value)" }.sorted().joined(separator: ",")
    }
}
