import HLS

/// R98: tags that apply to the session are complete.
package struct SessionTagsAreConsistent: PlaylistRule {
    package static let facts = RuleFacts(
        "R98",
        "Session data has VALUE or URI, session keys have a METHOD, and a variant has the steering PATHWAY-ID",
        .must, clause: "RFC 8216bis 4.4.6.4 to 4.4.6.6", kinds: [.text], consequence: "players ignore the tag")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        var ids: Set<[String?]> = []
        for line in playlist.text.lines(.sessionData) {
            guard let attributes = line.attributes else { continue }
            let given = ["VALUE", "URI"].filter { attributes.has($0) }
            if given.count != 1 {
                findings.add(
                    playlist.place(line), expected: "either VALUE or URI", found: given.isEmpty ? "neither" : "both")
            }
            guard let id = attributes.text("DATA-ID"), !ids.insert([id, attributes.text("LANGUAGE")]).inserted else {
                continue
            }
            findings.add(playlist.place(line), expected: "'\(id)' once per language", found: "a duplicate")
        }
        for line in playlist.text.lines(.sessionKey) where line.attributes?.text("METHOD") == "NONE" {
            findings.add(playlist.place(line), expected: "a method other than NONE", found: "NONE")
        }
        guard let steering = playlist.text.first(.contentSteering),
            let pathway = steering.attributes?.text("PATHWAY-ID")
        else { return }
        let known = Set(playlist.text.lines(.streamInf).map { $0.attributes?.text("PATHWAY-ID") ?? "." })
        guard !known.contains(pathway) else { return }
        findings.add(
            playlist.place(steering), expected: "the pathway of a variant: \(known.sorted().joined(separator: ", "))",
            found: pathway)
    }
}
