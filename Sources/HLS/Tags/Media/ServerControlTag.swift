/// The delivery directives that the server supports (RFC 8216bis 4.4.3.8).
enum ServerControlTag: MediaPlaylistTag {
    static let name: StaticString = "EXT-X-SERVER-CONTROL"
    static let value = TagValue.attributes([
        TagAttribute("CAN-SKIP-UNTIL", .decimal),
        TagAttribute("CAN-SKIP-DATERANGES", .yesOrNo),
        TagAttribute("HOLD-BACK", .decimal),
        TagAttribute("PART-HOLD-BACK", .decimal),
        TagAttribute("CAN-BLOCK-RELOAD", .yesOrNo),
    ])
    static let traits: TagTraits = .singleton

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        var attributes = try AttributeList(name, line, parser.context)
        var control = ServerControl(
            canSkipUntil: try attributes.seconds("CAN-SKIP-UNTIL"),
            canSkipDateRanges: try attributes.flag("CAN-SKIP-DATERANGES"),
            holdBack: try attributes.seconds("HOLD-BACK"), partHoldBack: try attributes.seconds("PART-HOLD-BACK"),
            canBlockReload: try attributes.flag("CAN-BLOCK-RELOAD"))
        if control.canSkipDateRanges, control.canSkipUntil == nil {
            throw attributes.problem("CAN-SKIP-DATERANGES requires CAN-SKIP-UNTIL", at: "CAN-SKIP-DATERANGES")
        }
        control.unknownAttributes = try attributes.unknown()
        parser.playlist.serverControl = control
        parser.validator.record(control: control, line)
    }
}

extension ServerControl {
    var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("CAN-BLOCK-RELOAD", flag: canBlockReload)
        list.add("CAN-SKIP-UNTIL", seconds: canSkipUntil)
        list.add("CAN-SKIP-DATERANGES", flag: canSkipDateRanges)
        list.add("HOLD-BACK", seconds: holdBack)
        list.add("PART-HOLD-BACK", seconds: partHoldBack)
        list.add(unknownAttributes)
        // A tag requires at least one attribute; this one states a default.
        if list.description.isEmpty { list.add("CAN-BLOCK-RELOAD", "NO") }
        return list
    }
}

extension PlaylistTag { package static let serverControl = PlaylistTag(ServerControlTag.self) }
