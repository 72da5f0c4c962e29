/// A key that players may load in advance (RFC 8216bis 4.4.6.5).
enum SessionKeyTag: MultivariantTag {
    static let name: StaticString = "EXT-X-SESSION-KEY"
    static let value = EncryptionKey.syntax

    static func memory(for line: PlaylistLine) -> Int { line.listMemory }

    static func parse(_ line: PlaylistLine, into parser: inout MultivariantPlaylistParser) throws(PlaylistProblem) {
        let context = parser.context
        var attributes = try AttributeList(name, line, context)
        guard let key = try EncryptionKey.read(&attributes) else {
            return try context.reportDeviation(
                attributes.problem("\(name) must not have the method NONE", at: "METHOD"))
        }
        try context.enforceLimit(parser.playlist.sessionKeys.count + 1, context.limits.keys, "session keys", line)
        parser.playlist.sessionKeys.append(key)
    }
}

extension PlaylistTag { package static let sessionKey = PlaylistTag(SessionKeyTag.self) }
