import HLS

/// R89: EXT-X-MEDIA tags have the attributes of their type.
package struct RenditionsAreConsistent: PlaylistRule {
    package static let facts = RuleFacts(
        "R89", "EXT-X-MEDIA has the attributes of its TYPE; names are unique in a group, which has at most one default",
        .must,
        clause: "RFC 8216bis 4.4.6.1", kinds: [.text],
        consequence: "players do not list the rendition or select the wrong one")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        var names: Set<[String]> = []
        var defaults: Set<[String]> = []
        for line in playlist.text.lines(.media) {
            guard let attributes = line.attributes, let type = attributes.text("TYPE") else { continue }
            let place = playlist.place(line)
            let group = [type, attributes.text("GROUP-ID") ?? ""]
            if let name = attributes.text("NAME"), !names.insert(group + [name]).inserted {
                findings.add(place, expected: "one member named '\(name)' in the group", found: "a duplicate")
            }
            if attributes.isYes("DEFAULT"), !defaults.insert(group).inserted {
                findings.add(place, expected: "one DEFAULT=YES in the group", found: "a second default")
            }
            if attributes.isYes("DEFAULT"), attributes.text("AUTOSELECT") == "NO" {
                findings.add(place, expected: "AUTOSELECT=YES, as DEFAULT is YES", found: "AUTOSELECT=NO")
            }
            for fault in Self.faults(type, attributes) {
                findings.add(place, expected: fault.expected, found: fault.found)
            }
            // Players ignore them.
            for name in ["CHANNELS", "BIT-DEPTH", "SAMPLE-RATE"] where type != "AUDIO" && attributes.has(name) {
                findings.add(
                    place, expected: "\(name) only with TYPE=AUDIO", found: "\(name) with TYPE=\(type)", level: .should)
            }
        }
    }

    private static func faults(
        _ type: String, _ attributes: ScannedAttributes
    ) -> [(expected: String, found: String)] {
        var faults: [(expected: String, found: String)] = []
        if type != "SUBTITLES", attributes.has("FORCED") {
            faults.append(("FORCED only with TYPE=SUBTITLES", "FORCED with TYPE=\(type)"))
        }
        if type == "SUBTITLES", !attributes.has("URI") { faults.append(("URI", "none")) }
        if type == "CLOSED-CAPTIONS" {
            if attributes.has("URI") { faults.append(("no URI, as captions are in the media segments", "URI")) }
            let id = attributes.text("INSTREAM-ID")
            if id.map(isCaptionService) != true {
                faults.append(("INSTREAM-ID in the range CC1 to CC4 or SERVICE1 to SERVICE63", id ?? "none"))
            }
        }
        if let channels = attributes.text("CHANNELS"), ChannelDescription(channels) == nil {
            faults.append(("CHANNELS that starts with the number of channels", "'\(channels.prefix(60))'"))
        }
        return faults
    }

    private static func isCaptionService(_ id: String) -> Bool {
        if ["CC1", "CC2", "CC3", "CC4"].contains(id) { return true }
        guard id.hasPrefix("SERVICE"), let number = Int(id.dropFirst(7)) else { return false }
        return (1...63).contains(number) && id == "SERVICE\(number)"
    }
}
