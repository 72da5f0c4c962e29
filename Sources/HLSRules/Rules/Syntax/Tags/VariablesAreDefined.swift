import HLS

/// R17: variables are defined before use.
package struct VariablesAreDefined: PlaylistRule {
    package static let facts = RuleFacts(
        "R17", "Variables are defined once, in one of three forms, before their first use", .must,
        clause: "RFC 8216bis 4.4.2.3, 4.3", kinds: [.text], consequence: "players reject the playlist")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        var names: Set<String> = []
        for line in playlist.text.lines(.define) {
            guard let attributes = line.attributes else { continue }
            let given = ["NAME", "IMPORT", "QUERYPARAM"].filter { attributes.has($0) }
            guard given.count == 1, let name = attributes.text(given[0]) else {
                findings.add(
                    playlist.place(line), expected: "NAME with VALUE, or IMPORT, or QUERYPARAM",
                    found: given.isEmpty ? "no NAME, IMPORT or QUERYPARAM" : given.joined(separator: " and "))
                continue
            }
            validateDefinition(name, given[0], attributes, playlist, line, &findings)
            if !names.insert(name).inserted {
                findings.add(playlist.place(line), expected: "one definition of \(name)", found: "a duplicate")
            }
        }
        for reference in playlist.text.undefinedReferences {
            findings.add(
                FindingPlace(playlist.name, line: reference.line), expected: "a definition of \(reference.name)",
                found: "no earlier definition")
        }
    }

    private func validateDefinition(
        _ name: String, _ form: String, _ attributes: ScannedAttributes, _ playlist: CheckedPlaylist,
        _ line: ScannedLine, _ findings: inout RuleFindings
    ) {
        if name.isEmpty || !name.utf8.allSatisfy(VariableScan.isNameByte) {
            findings.add(
                playlist.place(line), expected: "a name of letters, digits, hyphens and underscores",
                found: "'\(name.prefix(60))'")
        }
        if form == "NAME", !attributes.has("VALUE") {
            findings.add(playlist.place(line), expected: "VALUE, as NAME is present", found: "none")
        }
        if form == "IMPORT", playlist.text.kind == .multivariant {
            findings.add(playlist.place(line), expected: "IMPORT in media playlists only", found: "IMPORT")
        }
        guard playlist.text.undefinedImports.contains(name) else { return }
        findings.add(
            playlist.place(line),
            expected: form == "IMPORT" ? "\(name) defined by the multivariant playlist" : "\(name) in the URL's query",
            found: "no such variable")
    }
}
