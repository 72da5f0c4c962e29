/// The protocol version (RFC 8216bis 4.4.1.2).
enum VersionTag: SharedTag {
    static let name: StaticString = "EXT-X-VERSION"
    static let value = TagValue.integer
    static let traits: TagTraits = .singleton

    static func parse(_ line: PlaylistLine, into common: inout CommonTags) throws(PlaylistProblem) {
        var line = line
        common.version = try line.readInteger("a version", limit: 1_000_000)
        common.versionLine = line.number
        try line.expectEnd()
    }
}

extension PlaylistTag { package static let version = PlaylistTag(VersionTag.self) }
