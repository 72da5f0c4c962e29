import HLS

/// R63: what the server promises stays.
package struct ServerControlIsConstant: ReloadRule {
    package static let facts = RuleFacts(
        "R63", "EXT-X-SERVER-CONTROL and PART-TARGET never change while a playlist lives", .must,
        clause: "RFC 8216bis 6.2.1", kinds: [.reload], consequence: "iOS stops playing")

    private var last: ScannedPlaylist?

    package init() {}

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        let now = observation.playlist.text
        // A server may leave out what matters no longer when the stream has ended.
        guard !now.hasEndList else { return }
        defer { last = now }
        guard let last else { return }
        for tag in [PlaylistTag.serverControl, .partInf] {
            let (before, after) = (Self.text(last, tag), Self.text(now, tag))
            guard before != after else { continue }
            findings.add(
                observation.playlist.place(at: now.first(tag)), expected: "\(tag.name) as before: \(before)",
                found: after)
        }
    }

    private static func text(_ playlist: ScannedPlaylist, _ tag: PlaylistTag) -> String {
        guard let attributes = playlist.first(tag)?.attributes else { return "none" }
        return attributes.all.map { "\($0.name)=\($0.value)" }.sorted().joined(separator: ",")
    }
}
